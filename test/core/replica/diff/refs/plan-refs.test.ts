import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRefs } from '../../../../../src/core/replica/diff/refs/plan-refs.ts';

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
type Named = Readonly<Record<string, string>>;

interface Lists {
  readonly source?: Named;
  readonly target?: Named;
  readonly baseline?: Named;
  readonly intended?: object;
  /** Numbers of pull requests. */
  readonly inUse?: Readonly<Record<string, number>>;
  readonly inUseThere?: Readonly<Record<string, number>>;
  /** Full names. */
  readonly releasedThere?: readonly string[];
}

function plan(lists: Lists) {
  const map = (names: object = {}) =>
    new Map(Object.entries(names).map(([name, oid]) => [`refs/heads/${name}`, oid]));
  return planRefs({
    source: map(lists.source),
    target: map(lists.target),
    baseline: map(lists.baseline),
    intended: map(lists.intended),
    isOwn: (ref) => ref.startsWith('refs/heads/migrator/'),
    inUse: map(lists.inUse),
    inUseThere: map(lists.inUseThere),
    releasedThere: new Set(lists.releasedThere),
  });
}
const update = (name: string, expected: string | null, to: string | null) => ({
  ref: `refs/heads/${name}`,
  expected,
  to,
});

describe('planRefs', () => {
  it.each([
    ['moved on both', { baseline: { main: a } }],
    ['about to be pushed', { intended: { main: b } }],
  ])('takes a ref for its own that is equal on both sides, and was %s', (_, known) => {
    const lists = { source: { main: b }, target: { main: b } };
    const { updates, skipped, baseline } = plan({ ...lists, ...known });
    expect({ updates, left: skipped }).toEqual({ updates: [], left: [] });
    expect(baseline.get('refs/heads/main')).toBe(b);
  });

  it('never takes a ref for its own that others created at the same commit', () => {
    const { updates, skipped, baseline } = plan({ source: { x: b }, target: { x: b } });
    expect([updates, [...baseline]]).toEqual([[], []]);
    expect(skipped).toMatchObject([{ kind: 'foreign', subject: 'branch x' }]);
    expect(skipped[0]?.reason).toContain('at the same commit');
  });

  it('creates, moves and deletes what only the source has changed, each with a lease on what was put there', () => {
    const { updates, skipped } = plan({
      source: { main: b, new: c },
      target: { main: a, old: a },
      baseline: { main: a, old: a },
    });
    expect(updates).toEqual([update('main', a, b), update('new', null, c), update('old', a, null)]);
    expect(skipped).toEqual([]);
  });

  it.each([
    ['moved on the target', { source: { x: b }, target: { x: c }, baseline: { x: a } }, 'changed'],
    ['moved there alone', { source: { x: a }, target: { x: c }, baseline: { x: a } }, 'changed'],
    ['deleted on GitHub', { source: { x: b }, baseline: { x: a } }, 'deleted on GitHub'],
    ['created on both sides', { source: { x: b }, target: { x: c } }, 'created on both sides'],
    [
      'deleted on the source and moved on the target',
      { target: { x: c }, baseline: { x: a } },
      'deleted on Bitbucket, changed',
    ],
  ])('leaves what a stranger has %s', (_what, lists, words) => {
    const { updates, skipped } = plan(lists);
    expect(updates).toEqual([]);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]).toMatchObject({ kind: 'conflict', subject: 'branch x' });
    expect(skipped[0]?.reason).toContain(words);
  });

  it('takes what a killed push was to put there for ours', () => {
    const lists = { source: { x: c }, target: { x: b }, baseline: { x: a } };
    expect(plan(lists).updates).toEqual([]);
    expect(plan({ ...lists, intended: { x: b } }).updates).toEqual([update('x', b, c)]);
    const deleted = { source: { x: c }, baseline: { x: a } };
    expect(plan({ ...deleted, intended: { x: null } }).updates).toEqual([update('x', null, c)]);
  });

  it('never touches our own branches, and names those of others', () => {
    const { updates, skipped } = plan({ target: { 'migrator/pr-1': a, theirs: a } });
    expect(updates).toEqual([]);
    expect(skipped).toMatchObject([{ kind: 'foreign', subject: 'branch theirs' }]);
  });

  it('leaves a new ref whose place is taken by one that stays', () => {
    const { updates, skipped } = plan({
      source: { 'a/b': b, c },
      target: { a, 'c/d': a },
    });
    expect(updates).toEqual([]);
    const conflicts = skipped.filter(({ kind }) => kind === 'conflict');
    expect(conflicts.map(({ subject }) => subject)).toEqual(['branch a/b', 'branch c']);
  });

  it('keeps a ref that a release on the target stands on, as a conflict', () => {
    const lists = { target: { v1: a, v2: a }, baseline: { v1: a, v2: a } };
    const { updates, skipped, postponed } = plan({ ...lists, releasedThere: ['refs/heads/v1'] });
    expect(updates.map(({ ref }) => ref)).toEqual(['refs/heads/v2']);
    expect([...postponed]).toEqual(['refs/heads/v1']);
    expect(skipped).toEqual([
      {
        kind: 'conflict',
        subject: 'branch v1',
        reason: 'deleted on Bitbucket; a release on GitHub uses it',
      },
    ]);
  });

  it('keeps a branch that is in use on the target alone, as a conflict', () => {
    const lists = { target: { a, c: a }, baseline: { a, c: a }, inUseThere: { a: 12 } };
    const { updates, skipped, postponed } = plan({ source: {}, ...lists });
    expect(updates.map(({ ref }) => ref)).toEqual(['refs/heads/c']);
    expect([...postponed]).toEqual(['refs/heads/a']);
    expect(skipped).toEqual([
      {
        kind: 'conflict',
        subject: 'branch a',
        reason: 'deleted on Bitbucket; #12 on GitHub is open on it',
      },
    ]);
  });

  it.each([
    ['below', 'a', 'a/b'],
    ['above', 'a/b', 'a'],
  ])('keeps a branch of an open pull request, and leaves out one %s it', (_where, used, wanted) => {
    const lists = { source: { [wanted]: b, c }, target: { [used]: a }, baseline: { [used]: a } };
    const { updates, skipped, postponed, baseline } = plan({ ...lists, inUse: { [used]: 7 } });
    expect(updates).toEqual([update('c', null, b)].map((one) => ({ ...one, to: c })));
    expect(baseline.get(`refs/heads/${used}`)).toBe(a);
    expect([...postponed].sort()).toEqual([`refs/heads/${used}`, `refs/heads/${wanted}`].sort());
    expect(skipped).toEqual([
      {
        kind: 'note',
        subject: `branch ${used}`,
        reason: 'deleted on Bitbucket; pull request 7 is open on it',
      },
      {
        kind: 'refused',
        subject: `branch ${wanted}`,
        reason: `GitHub has branch ${used} for its open pull request 7, and Git cannot have ${wanted} beside it`,
        hint: `Merge or decline pull request 7 on Bitbucket, or delete branch ${wanted} there.`,
      },
    ]);
    const ended = plan(lists);
    expect(ended.updates.map(({ ref }) => ref.slice(11)).sort()).toEqual(
      [used, wanted, 'c'].sort(),
    );
    expect([ended.skipped, [...ended.postponed]]).toEqual([[], []]);
  });

  it('never deletes a branch in use, and creates nothing that Git cannot hold beside what stays', () => {
    const oid = fc.constantFrom(a, b, c);
    const names = fc.constantFrom('x', 'x/y', 'x/y/z', 'x/z', 'w');
    const refs = fc.dictionary(names, oid);
    const inUse = fc.dictionary(names, fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.record({ source: refs, target: refs, inUse }), (lists) => {
        // All of the target is ours, so that everything else may be deleted.
        const { updates } = plan({ ...lists, baseline: lists.target });
        const gone = updates.filter(({ to }) => to === null).map(({ ref }) => ref.slice(11));
        for (const name of gone) expect(lists.inUse).not.toHaveProperty([name]);
        const staying = Object.keys(lists.target).filter((name) => !gone.includes(name));
        const created = updates.filter(({ expected }) => expected === null);
        for (const { ref } of created) {
          const name = ref.slice(11);
          const clash = staying.filter(
            (other) => other.startsWith(`${name}/`) || name.startsWith(`${other}/`),
          );
          expect(clash).toEqual([]);
        }
      }),
    );
  });

  it('never moves or deletes what holds neither the baseline nor an intended value', () => {
    const oid = fc.constantFrom(a, b, c);
    const refs = fc.dictionary(fc.constantFrom('x', 'y', 'z', 'x/y'), oid);
    const intended = fc.dictionary(fc.constantFrom('x', 'y'), fc.option(oid));
    fc.assert(
      fc.property(fc.record({ source: refs, target: refs, baseline: refs, intended }), (lists) => {
        const { updates } = plan(lists);
        for (const { ref, to, expected } of updates) {
          const name = ref.slice('refs/heads/'.length);
          expect(expected).toBe(lists.target[name] ?? null);
          expect(to).toBe(lists.source[name] ?? null);
          const there = lists.target[name];
          const isOurs =
            there === lists.baseline[name] ||
            (name in lists.intended && (lists.intended[name] ?? undefined) === there);
          expect(isOurs).toBe(true);
        }
      }),
    );
  });
});
