import { inRows, type OtherBehavior } from './other-behavior.ts';

const repositories = /^\/2\.0\/repositories\/[^/]+(\/[^/]+)?$/;
const pullRequests = /\/pullrequests(\/\d+)?$/;
const lists = /^\/2\.0\/repositories\//;

/** Behaviors that Bitbucket Cloud may have: nobody has seen all of them, and no description rules them out. */
export const cloudBehaviors = {
  /** Repositories that are archived say so. */
  'archived-flag': inRows(repositories, (row) => {
    row.archived = true;
  }),
  /** Counts leave comments out that there are. */
  'counts-no-comments': inRows(pullRequests, (row) => {
    if (row.comment_count !== undefined) row.comment_count = 0;
  }),
  'no-comment-counts': inRows(pullRequests, (row) => {
    delete row.comment_count;
  }),
  /** A state that came later. */
  'new-state': inRows(pullRequests, (row) => {
    if (row.state === 'SUPERSEDED') row.state = 'ABANDONED';
  }),
  /** Lists have no total, and single pages say nothing about themselves. */
  'no-totals': {
    path: lists,
    change(body) {
      for (const name of ['size', 'page', 'pagelen']) if ('values' in body) delete body[name];
    },
  },
  /** A total that counts what these credentials do not see. */
  'larger-totals': {
    path: /\/(pullrequests|comments|tasks)$/,
    change(body) {
      if (typeof body.size === 'number') body.size += 1;
    },
  },
  'new-fields': inRows(lists, (row) => {
    row.sandbox_field = { of: 'a later version' };
  }),
  /** Variables come with values that were not asked for. */
  'values-unasked': inRows(/variables\/?$/, (row) => {
    row.value = 'canary-value';
  }),
} as const satisfies Readonly<Record<string, OtherBehavior>>;

export type CloudBehavior = keyof typeof cloudBehaviors;
