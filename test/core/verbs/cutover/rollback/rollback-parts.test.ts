import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../src/core/ports/records/migration.ts';
import type { TargetRepository } from '../../../../../src/core/ports/records/repository.ts';
import { compareLists } from '../../../../../src/core/verbs/cutover/rollback/compare-lists.ts';
import { isWork } from '../../../../../src/core/verbs/cutover/rollback/find-work.ts';
import { readJournal } from '../../../../../src/core/verbs/cutover/rollback/journal.ts';

const repository = (id: string, change: Partial<TargetRepository> = {}): TargetRepository => ({
  ...{ id, owner: 'acme', name: `name-${id}`, description: '', topics: null },
  ...{ visibility: 'private', defaultBranch: 'main', archived: false },
  ...{ createdAt: '2026-11-20T10:00:00Z', webUrl: '' },
  ...change,
});

describe('the lists of repositories before and after', () => {
  it('are equal but for those that were rolled back, in any order', () => {
    const list = fc.uniqueArray(fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 50 }), (ids, rolledBack) => {
        const before = ids.map((id) => repository(String(id)));
        const after = before
          .map((one) => (one.id === String(rolledBack) ? { ...one, name: 'x' } : one))
          .toReversed();
        expect(compareLists(before, after, new Set([String(rolledBack)]))).toEqual([]);
        const isThere = ids.includes(rolledBack);
        expect(compareLists(before, after, new Set())).toHaveLength(isThere ? 1 : 0);
      }),
    );
  });

  it('name what is gone, new, renamed, archived or shown to others', () => {
    const before = ['1', '2', '3', '4'].map((id) => repository(id));
    const after = [
      repository('2', { name: 'other' }),
      repository('3', { archived: true }),
      repository('4', { visibility: 'public' }),
      repository('5'),
    ];
    expect(compareLists(before, after, new Set())).toEqual([
      'name-1 is gone',
      'name-5 is new',
      'name-2 was renamed to other',
      'name-3 was archived',
      'name-4 is public now',
    ]);
  });
});

describe('what counts as work of people', () => {
  it('is what was added, and every change of refs, pull requests and texts', () => {
    expect(isWork({ verdict: 'added-since', kind: 'comment' })).toBe(true);
    expect(isWork({ verdict: 'defect', kind: 'branch' })).toBe(true);
    expect(isWork({ verdict: 'defect', kind: 'review-comment' })).toBe(true);
    expect(isWork({ verdict: 'defect', kind: 'added-pull-request' })).toBe(true);
    expect(isWork({ verdict: 'defect', kind: 'added-comment' })).toBe(true);
  });
  it('is no setting, and nothing that changed on the source', () => {
    expect(isWork({ verdict: 'defect', kind: 'setting' })).toBe(false);
    expect(isWork({ verdict: 'changed-on-source', kind: 'branch' })).toBe(false);
    expect(isWork({ verdict: 'expected', kind: 'pull-request' })).toBe(false);
  });
});

it('the journal of one target says nothing of another one of the same source', () => {
  const row = (sourceId: string, targetId: string | null, data: string | null = null) =>
    ({ kind: 'rollback', sourceId, intendedAt: 0, targetId, targetUrl: '', data }) as CreatedObject;
  const aside = { name: 'web-rolledback-20261120', wasArchived: false };
  const rows = [row('aside 7', 'done', JSON.stringify(aside)), row('archive 7', null)];
  const known = readJournal(rows, '7');
  expect(known).toMatchObject({ aside });
  expect([[...known.begun], [...known.done]]).toEqual([['aside', 'archive'], ['aside']]);
  expect(readJournal(rows, '8')).toMatchObject({ aside: null, begun: new Set() });
});
