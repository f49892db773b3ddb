import type {
  PullRequestTarget,
  TargetComment,
  Written,
} from '../../../ports/pull-request-target.ts';
import { toWritten } from '../pull-requests/pull-request-refusals.ts';
import { commentSchema, toTargetComment } from '../pull-requests/pull-request-schema.ts';
import { readList } from '../rest/pages.ts';
import { creating, type GitHub, repositoryOf } from '../rest/shared.ts';

/** The conversation of a pull request is that of the issue of the same number. */
export async function createComment(
  github: GitHub,
  request: Parameters<PullRequestTarget['createComment']>[0],
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
  request: Parameters<PullRequestTarget['listComments']>[0],
): AsyncGenerator<readonly TargetComment[]> {
  const pages = readList(
    github,
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    { ...repositoryOf(request), issue_number: request.number },
    {
      what: `of comments in pull request ${request.number}`,
      row: commentSchema,
      keyOf: (row) => row.id,
      signal: request.signal,
    },
  );
  for await (const rows of pages) yield rows.map(toTargetComment);
}
