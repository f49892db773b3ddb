import type { TargetAudit } from '../../../ports/target-audit.ts';
import {
  auditedCommentSchema,
  auditedReviewCommentSchema,
  toReviewComment,
  toTargetComment,
} from '../pull-requests/pull-request-schema.ts';
import { readList } from '../rest/pages.ts';
import { type GitHub, repositoryOf } from '../rest/shared.ts';

type Named = Parameters<TargetAudit['listComments']>[0];

const oldestFirst = { sort: 'created', direction: 'asc' } as const;

export function listRepositoryReviewComments(github: GitHub, request: Named) {
  return readList(
    github,
    'GET /repos/{owner}/{repo}/pulls/comments',
    { ...repositoryOf(request), ...oldestFirst },
    {
      what: `review comments in ${request.owner}/${request.name}`,
      row: auditedReviewCommentSchema,
      keyOf: (row) => row.id,
      to: (row) => ({
        ...toReviewComment(row),
        number: numberIn(row.pull_request_url),
        madeOn: { line: row.original_line, startLine: row.original_start_line },
      }),
      signal: request.signal,
    },
  );
}

export function listRepositoryComments(github: GitHub, request: Named) {
  return readList(
    github,
    'GET /repos/{owner}/{repo}/issues/comments',
    { ...repositoryOf(request), ...oldestFirst },
    {
      what: `comments in ${request.owner}/${request.name}`,
      row: auditedCommentSchema,
      keyOf: (row) => row.id,
      to: (row) => ({ ...toTargetComment(row), number: numberIn(row.issue_url), madeOn: null }),
      signal: request.signal,
    },
  );
}

/** `https://api.github.com/repos/octo-org/app/pulls/7`: the row has no number, and the address is never requested. */
function numberIn(address: string): number | null {
  const digits = /\/(?:pulls|issues)\/(\d{1,9})$/.exec(address)?.[1];
  return digits === undefined ? null : Number(digits);
}
