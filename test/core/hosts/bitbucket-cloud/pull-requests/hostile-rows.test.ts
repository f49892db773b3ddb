import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSourceActivity } from '../../../../../src/core/hosts/bitbucket-cloud/pull-requests/activity-mapping.ts';
import {
  toSourceComment,
  toSourceTask,
} from '../../../../../src/core/hosts/bitbucket-cloud/pull-requests/comment-mapping.ts';
import { toSourcePullRequest } from '../../../../../src/core/hosts/bitbucket-cloud/pull-requests/pull-request-mapping.ts';
import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import { pullRequestRow, user } from '../pull-request-rows.ts';

const kind = { host: 'api.example', what: 'row', of: 'acme/web' };
const at = '2024-03-01T10:00:00Z';

const mappings: readonly [string, object, (row: unknown) => unknown][] = [
  [
    'a pull request',
    pullRequestRow(7, { participants: [{ user: user('jane'), role: 'REVIEWER' }] }),
    (row) =>
      toSourcePullRequest(row, {
        kind,
        position: 1,
        address: {
          fullName: 'acme/web',
          apiPath: '/x',
          webUrl: (number) => `https://x/${number}`,
          commentUrl: (_number, id) => `https://x/${id}`,
        },
      }),
  ],
  [
    'a comment',
    {
      id: 1,
      parent: { id: 2 },
      content: { raw: 'x', markup: 'markdown' },
      user: user('jane'),
      created_on: at,
      inline: { path: 'a', to: 1 },
      resolution: { user: null, created_on: at },
    },
    (row) => toSourceComment(row, { kind, position: 1, webUrl: (id) => `https://x/${id}` }),
  ],
  [
    'a task',
    { id: 1, content: { raw: 'x' }, creator: user('jane'), created_on: at, comment: { id: 1 } },
    (row) => toSourceTask(row, { kind, position: 1 }),
  ],
  [
    'an activity',
    {
      update: { state: 'MERGED', date: at, author: user('jane'), source: { commit: null } },
      approval: { date: at, user: user('jane') },
    },
    (row) => toSourceActivity([row], kind),
  ],
];

/** The row with one thing in it replaced or left out, wherever that is. */
function damaged(row: unknown): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  if (typeof row !== 'object' || row === null) return anything;
  const inside = Object.entries(row).map(([key, value]) =>
    damaged(value).map((other) => (Array.isArray(row) ? [other] : { ...row, [key]: other })),
  );
  return fc.oneof(anything, ...inside);
}

describe.each(mappings)('%s of any shape', (_name, row, map) => {
  it('is understood or refused with a sentence, and nothing else', () => {
    expect(map(row)).toBeTruthy();
    fc.assert(
      fc.property(damaged(row), (other) => {
        try {
          expect(JSON.stringify(map(other))).not.toContain('Invalid Date');
        } catch (error) {
          if (!(error instanceof MigratorError)) throw error;
          expect(error.code).toBe('bad-answer');
          expect(error.message).not.toMatch(/[\p{Cc}\u202e]/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});
