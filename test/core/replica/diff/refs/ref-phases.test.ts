import { describe, expect, it } from 'vitest';
import { inPhases, planRefs } from '../../../../../src/core/replica/diff/refs/plan-refs.ts';

const [a, b] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

/** Plans branches by their short names, on a target that holds what we have put there. */
function plan(lists: { readonly source: object; readonly target: object }) {
  const map = (names: object) =>
    new Map(Object.entries(names).map(([name, oid]) => [`refs/heads/${name}`, oid]));
  const target = map(lists.target);
  return planRefs({
    ...{ source: map(lists.source), target, baseline: target },
    ...{ intended: new Map(), isOwn: () => false },
    ...{ inUse: new Map(), inUseThere: new Map(), releasedThere: new Set() },
  });
}

const names = (some: readonly { ref: string }[]) => some.map(({ ref }) => ref.slice(11));

describe('inPhases', () => {
  const all = (updates: ReturnType<typeof plan>['updates'], bases: readonly string[] = []) =>
    inPhases(updates, {
      bases: new Set(bases.map((name) => `refs/heads/${name}`)),
      defaultBranch: 'main',
    });

  it('pushes bases of open pull requests after the others, and deletes last', () => {
    const { updates } = plan({
      source: { topic: b, main: b, other: a },
      target: { topic: a, main: a, old: a },
    });
    const phases = all(updates, ['main']);
    expect(names(phases.first)).toEqual(['topic', 'other']);
    expect(names(phases.bases)).toEqual(['main']);
    expect(names(phases.deletions)).toEqual(['old']);
  });

  it('deletes what stands in the place of a new ref first', () => {
    const { updates, skipped } = plan({ source: { 'a/b': b, c: b }, target: { a, 'c/d': a } });
    expect(skipped).toEqual([]);
    const phases = all(updates);
    expect(names(phases.inTheWay)).toEqual(['a', 'c/d']);
    expect(phases.deletions).toEqual([]);
  });
});
