import type { LineLocation } from '../../../ports/pull-request-target.ts';
import { toWritten } from '../pull-requests/pull-request-refusals.ts';
import {
  commentSchema,
  reviewCommentSchema,
  toReviewComment,
  toTargetComment,
} from '../pull-requests/pull-request-schema.ts';
import { readList } from '../rest/pages.ts';
import type { Method } from '../rest/shared.ts';
import { creating, type GitHub, numbered, type Options, repositoryOf } from '../rest/shared.ts';

/** The conversation of a pull request is that of the issue of the same number. */
export const createComment: Method<'createComment'> = async (github, request) => {
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    { ...repositoryOf(request), issue_number: request.number, body: request.body },
    { ...creating, expectedStatuses: [422], signal: request.signal },
  );
  return toWritten(github, answer, `a comment in pull request ${request.number}`);
};

export function listComments(github: GitHub, request: Options<'listComments'>) {
  return readList(
    github,
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    { ...repositoryOf(request), issue_number: request.number },
    {
      what: `comments in pull request ${request.number}`,
      row: commentSchema,
      keyOf: (row) => row.id,
      to: toTargetComment,
      signal: request.signal,
    },
  );
}

export const createReviewComment: Method<'createReviewComment'> = async (github, request) => {
  const { commit, body, place, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments',
    {
      ...numbered(request),
      body,
      commit_id: commit,
      ...('line' in place
        ? lineFields(place)
        : { path: place.path, subject_type: 'file' as const }),
    },
    { ...creating, expectedStatuses: [422], signal },
  );
  return toWritten(github, answer, `a comment on pull request ${request.number}`);
};

export function listReviewComments(github: GitHub, request: Options<'listReviewComments'>) {
  return readList(
    github,
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
    { ...numbered(request), sort: 'created', direction: 'asc' },
    {
      what: `review comments on pull request ${request.number}`,
      row: reviewCommentSchema,
      keyOf: (row) => row.id,
      to: toReviewComment,
      signal: request.signal,
    },
  );
}

/** GitHub refuses a first line that is also the last: "start line must precede the end line". */
export function lineFields({ path, line, side, startLine, startSide }: LineLocation) {
  if (startLine === null || startLine === line) return { path, line, side };
  return { path, line, side, start_line: startLine, start_side: startSide ?? side };
}
