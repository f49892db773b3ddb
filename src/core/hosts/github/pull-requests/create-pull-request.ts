import type { CreatedPullRequest } from '../../../ports/pull-request-target.ts';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import { parseCreated } from '../rest/parse-response.ts';
import { creating, type GitHub, repositoryOf } from '../rest/shared.ts';
import { toTargetPullRequest } from './pull-request-mapping.ts';
import { refusalMessage, whyRefused } from './pull-request-refusals.ts';
import { pullRequestSchema } from './pull-request-schema.ts';

/** @throws `not-found` also for a while after the repository was made: GitHub shows it everywhere only by and by */
export async function createPullRequest(
  github: GitHub,
  request: RepositoryName & {
    title: string;
    body: string;
    head: string;
    base: string;
    isDraft: boolean;
  } & Cancellable,
): Promise<CreatedPullRequest> {
  const { title, body, head, base, isDraft, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls',
    { ...repositoryOf(request), title, body, head, base, draft: isDraft },
    { ...creating, expectedStatuses: [422], signal },
  );
  if (answer.status === 422) {
    return { kind: 'refused', why: whyRefused(answer.json), message: refusalMessage(answer) };
  }
  const what = `the creation of a pull request from ${head} in ${request.owner}/${request.name}`;
  const row = parseCreated(pullRequestSchema, answer, github.host, what);
  return { kind: 'created', pullRequest: toTargetPullRequest(row) };
}
