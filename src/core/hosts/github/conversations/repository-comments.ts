import type * as z from 'zod';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import type { AuditedComment } from '../../../ports/target-audit.ts';
import { toReviewComment, toTargetComment } from '../pull-requests/pull-request-mapping.ts';
import {
  auditedCommentSchema,
  auditedReviewCommentSchema,
} from '../pull-requests/pull-request-schema.ts';
import { readPages } from '../rest/pages.ts';
import { type GitHub, repositoryOf } from '../rest/shared.ts';

type Named = RepositoryName & Cancellable;

const oldestFirst = { sort: 'created', direction: 'asc' } as const;

export async function* listRepositoryReviewComments(
  github: GitHub,
  request: Named,
): AsyncGenerator<readonly AuditedComment[]> {
  const pages = readPages({
    host: github.host,
    what: `of review comments of ${request.owner}/${request.name}`,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/pulls/comments',
        { ...repositoryOf(request), ...oldestFirst, ...page },
        { creates: false, signal: request.signal },
      ),
    row: auditedReviewCommentSchema,
    keyOf: (row) => row.id,
  });
  for await (const rows of pages) yield rows.map(toAuditedReviewComment);
}

export async function* listRepositoryComments(
  github: GitHub,
  request: Named,
): AsyncGenerator<readonly AuditedComment[]> {
  const pages = readPages({
    host: github.host,
    what: `of comments of ${request.owner}/${request.name}`,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/issues/comments',
        { ...repositoryOf(request), ...oldestFirst, ...page },
        { creates: false, signal: request.signal },
      ),
    row: auditedCommentSchema,
    keyOf: (row) => row.id,
  });
  for await (const rows of pages) {
    yield rows.map((row) => ({
      ...toTargetComment(row),
      number: numberIn(row.issue_url),
      madeOn: null,
    }));
  }
}

function toAuditedReviewComment(row: z.infer<typeof auditedReviewCommentSchema>): AuditedComment {
  return {
    ...toReviewComment(row),
    number: numberIn(row.pull_request_url),
    madeOn: { line: row.original_line, startLine: row.original_start_line },
  };
}

/** `https://api.github.com/repos/octo-org/app/pulls/7`: the row itself has no number. Nothing is sent there. */
function numberIn(address: string): number | null {
  const digits = /\/(?:pulls|issues)\/(\d{1,9})$/.exec(address)?.[1];
  return digits === undefined ? null : Number(digits);
}
