import type {
  FilePlace,
  LinePlace,
  PullRequestTarget,
  TargetComment,
  Written,
} from '../../../ports/pull-request-target.ts';
import { toWritten } from '../pull-requests/pull-request-refusals.ts';
import { reviewCommentSchema, toReviewComment } from '../pull-requests/pull-request-schema.ts';
import { readList } from '../rest/pages.ts';
import { creating, type GitHub, numbered } from '../rest/shared.ts';

export async function createReviewComment(
  github: GitHub,
  request: Parameters<PullRequestTarget['createReviewComment']>[0],
): Promise<Written> {
  const { commit, body, place, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments',
    { ...numbered(request), body, commit_id: commit, ...placeFields(place) },
    { ...creating, expectedStatuses: [422], signal },
  );
  return toWritten(github, answer, `a comment on pull request ${request.number}`);
}

export async function* listReviewComments(
  github: GitHub,
  request: Parameters<PullRequestTarget['listReviewComments']>[0],
): AsyncGenerator<readonly TargetComment[]> {
  const pages = readList(
    github,
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
    { ...numbered(request), sort: 'created', direction: 'asc' },
    {
      what: `of review comments of pull request ${request.number}`,
      row: reviewCommentSchema,
      keyOf: (row) => row.id,
      signal: request.signal,
    },
  );
  for await (const rows of pages) yield rows.map(toReviewComment);
}

function placeFields(place: LinePlace | FilePlace) {
  return 'line' in place ? lineFields(place) : { path: place.path, subject_type: 'file' as const };
}

/** GitHub refuses a first line that is also the last: "start line must precede the end line". */
export function lineFields({ path, line, side, startLine, startSide }: LinePlace) {
  if (startLine === null || startLine === line) return { path, line, side };
  return { path, line, side, start_line: startLine, start_side: startSide ?? side };
}
