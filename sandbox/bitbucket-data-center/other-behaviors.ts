import { inRows, type OtherBehavior } from '../bitbucket/otherwise/other-behavior.ts';

const repositories = /\/projects\/[^/]+\/repos(\/[^/]+)?$/;
const pullRequests = /\/pull-requests(\/\d+)?$/;
const api = /^\/rest\//;

type Row = Record<string, unknown>;

/** Behaviors that a Data Center may have: nobody has seen all of them, and no description rules them out. */
export const dataCenterBehaviors = {
  /** Each reply is an activity of its own as well. */
  'replies-as-activities': {
    path: /\/activities$/,
    change(body) {
      const rows = body.values as readonly Row[];
      body.values = rows.flatMap((row) => [row, ...repliesOf(row)]);
      if (typeof body.size === 'number') body.size = (body.values as readonly Row[]).length;
    },
  },
  /** The merge commit stands in the activities alone. */
  'no-merge-commit': inRows(pullRequests, (row) => {
    if (typeof row.properties === 'object') delete (row.properties as Row).mergeCommit;
  }),
  /** As servers before 8.0. */
  'no-archived-flag': inRows(repositories, (row) => {
    delete row.archived;
  }),
  'new-state': inRows(pullRequests, (row) => {
    if (row.state === 'DECLINED') row.state = 'ABANDONED';
  }),
  'new-action': inRows(/\/activities$/, (row) => {
    if (row.action === 'RESCOPED') row.action = 'REBASED';
  }),
  /** Rows that these credentials may not see are counted. */
  'larger-sizes': {
    path: api,
    change(body) {
      if (Array.isArray(body.values) && typeof body.size === 'number') body.size += 1;
    },
  },
  'no-last-page-flag': {
    path: api,
    change(body) {
      delete body.isLastPage;
    },
  },
  'new-fields': inRows(api, (row) => {
    row.sandboxField = { of: 'a later version' };
  }),
} as const satisfies Readonly<Record<string, OtherBehavior>>;

export type DataCenterBehavior = keyof typeof dataCenterBehaviors;

function repliesOf({ comment, ...row }: Row): readonly Row[] {
  const replies = (comment as { comments?: readonly Row[] } | undefined)?.comments ?? [];
  return replies.map((reply, index) => ({
    ...row,
    id: Number(row.id) * 1000 + index,
    comment: reply,
    commentAction: 'REPLIED',
  }));
}
