import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommitTable } from '../../../../src/core/git/history/commit-table.ts';

/** Commits by number, each with parents among those before it. */
const histories = fc
  .array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 60 })
  .map((commits) =>
    commits.map((parents, index) =>
      index === 0 ? [] : [...new Set(parents.map((n) => n % index))],
    ),
  );

describe.each(['sha1', 'sha256'])('a table of commits named by %s', (algorithm) => {
  const hashOf = (number: number) => createHash(algorithm).update(String(number)).digest('hex');

  function tableOf(history: readonly (readonly number[])[]): CommitTable {
    const table = new CommitTable();
    for (const [number, parents] of history.entries()) {
      table.add({ hash: hashOf(number), time: 1000 + number, parents: parents.map(hashOf) });
    }
    return table;
  }

  it('holds what was put in, parents in their order', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const table = tableOf(history);
        expect(table.size).toBe(history.length);
        for (const [number, parents] of history.entries()) {
          const position = table.find(hashOf(number));
          expect(position).toBe(number);
          expect(table.hashOf(number)).toBe(hashOf(number));
          expect(table.timeOf(number)).toBe(1000 + number);
          const found = [0, 1, 2, 3, 4].map((index) => table.parentOf(number, index));
          expect(found).toEqual([...parents, ...Array(5 - parents.length).fill(null)]);
        }
        const parents = new Set(history.flat());
        const heads = history.flatMap((_, number) => (parents.has(number) ? [] : hashOf(number)));
        expect([...table.heads()]).toEqual(heads);
      }),
    );
  });

  it('finds each of many, and nothing else', () => {
    const many = 5000;
    const table = tableOf(
      Array.from({ length: many }, (_, index) => (index === 0 ? [] : [index - 1])),
    );
    for (let number = 0; number < many; number += 1)
      expect(table.find(hashOf(number))).toBe(number);
    for (const other of [hashOf(many), '', 'zz', hashOf(1).slice(0, 38), `${hashOf(1)}00`]) {
      expect(table.find(other)).toBeNull();
    }
  });

  it('takes a commit once, without parents that are not there', () => {
    const table = tableOf([[], [0]]);
    table.add({ hash: hashOf(1), time: 7, parents: [] });
    table.add({ hash: hashOf(2), time: 8, parents: [hashOf(99), hashOf(1)] });
    expect(table.size).toBe(3);
    expect(table.timeOf(1)).toBe(1001);
    expect([0, 1].map((index) => table.parentOf(2, index))).toEqual([1, null]);
  });
});

it('an empty table of commits has nothing', () => {
  const table = new CommitTable();
  expect(table.find('a'.repeat(40))).toBeNull();
  expect([...table.heads()]).toEqual([]);
});
