import type {
  PullRequestName,
  TargetComment,
  Written,
} from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { toWritten } from '../pull-requests/parse-created.ts';
import { toTargetComment } from '../pull-requests/pull-request-mapping.ts';
import { commentSchema } from '../pull-requests/pull-request-schema.ts';
import { readPages } from '../rest/pages.ts';
import { creating, type GitHub, repositoryOf } from '../rest/shared.ts';

/** The conversation of a pull request is that of the issue of the same number. */
export async function createComment(
  github: GitHub,
  request: PullRequestName & { body: string } & Cancellable,
): Promise<Written> {
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    { ...repositoryOf(request), issue_number: request.number, body: request.body },
    { ...creating, expectedStatuses: [422], signal: request.signal },
  );
  return toWritten(github, answer, `a comment in pull request ${request.number}`);
}

export async function* listComments(
  github: GitHub,
  request: PullRequestName & Cancellable,
): AsyncGenerator<readonly TargetComment[]> {
  const pages = readPages({
    host: github.host,
    what: `of comments in pull request ${request.number}`,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { ...repositoryOf(request), issue_number: request.number, ...page },
        { creates: false, signal: request.signal },
      ),
    row: commentSchema,
    keyOf: (row) => row.id,
  });
  for await (const rows of pages) yield rows.map(toTargetComment);
}
