import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areAncestors, mergeBases } from '../../../../src/core/git/history/ancestry.ts';
import { createHistory } from '../../../../src/core/git/history/history.ts';
import { createCommits } from '../../../../src/core/git/objects/create-commits.ts';
import { commitFiles, git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

let mirror: LocalMirror;

beforeEach(async () => {
  mirror = await openLocalMirror();
});

afterEach(() => mirror.close());

function at() {
  return { git: mirror.tool, directory: mirror.directory };
}

/** Makes a history of a list of parents, each by how far it is back, and with any dates. */
function make(history: readonly { back: readonly number[]; day: number }[]) {
  const commits = history.map(({ back, day }, index) => ({
    tree: { files: [] },
    parents: [...new Set(back.map((steps) => index - 1 - steps))].filter((parent) => parent >= 0),
    message: `Commit ${index}`,
    // All differ, so that one of several is the youngest.
    date: (day * 1000 + index) * 1000,
  }));
  return createCommits({ ...at(), commits });
}

const histories = fc.array(
  fc.record({
    back: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
    day: fc.nat({ max: 30 }),
  }),
  { minLength: 3, maxLength: 16 },
);

/**
 * Returns what git itself says of pairs; one shell starts its processes, which is cheaper than to start them from here.
 */
function askGit(pairs: readonly { a: string; b: string }[]) {
  const script = `while read -r a b; do
    base=$(git merge-base "$a" "$b") || base=none
    if git merge-base --is-ancestor "$a" "$b"; then echo "$base yes"; else echo "$base no"; fi
  done`;
  const input = pairs.map(({ a, b }) => `${a} ${b}\n`).join('');
  const options = { cwd: mirror.directory, encoding: 'utf8', input } as const;
  const lines = execFileSync('sh', ['-c', script], options).trimEnd().split('\n');
  return lines.map((line) => {
    const [base = '', isAncestor] = line.split(' ');
    return { base: base === 'none' ? null : base, isAncestor: isAncestor === 'yes' };
  });
}

function allPairs(hashes: readonly string[]): { a: string; b: string }[] {
  return hashes.flatMap((a) => hashes.map((b) => ({ a, b })));
}

describe('mergeBases and areAncestors', () => {
  it('answer as git does, for every pair of any history', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const hashes = await make(history);
        const pairs = allPairs(hashes);
        const bases = await mergeBases({ ...at(), pairs });
        // With few pairs each is looked for by itself.
        const [few, pair] = [pairs.slice(-7), pairs.slice(0, 1)];
        expect(await mergeBases({ ...at(), pairs: few })).toEqual(bases.slice(-7));
        expect(await mergeBases({ ...at(), pairs: pair })).toEqual(bases.slice(0, 1));
        // A history that is read as it is asked for, from a commit in the middle on.
        const grown = { ...at(), history: createHistory(at()) };
        const shuffled = [...pairs.keys()].sort(
          (one, other) => ((one * 7) % 5) - ((other * 7) % 5),
        );
        for (const index of shuffled.filter((_, order) => order % 5 === 0)) {
          const { a = '', b = '' } = pairs[index] ?? {};
          expect(await mergeBases({ ...grown, pairs: [{ a, b }] })).toEqual([bases[index]]);
        }
        const ancestors = await areAncestors({
          ...grown,
          pairs: pairs.map(({ a, b }) => ({ ancestor: a, descendant: b })),
        });
        const checked = [...pairs.keys()].filter((index) => index % 7 === history.length % 7);
        const answers = checked.map((index) => ({
          base: bases[index],
          isAncestor: ancestors[index],
        }));
        expect(answers).toEqual(askGit(checked.flatMap((index) => pairs[index] ?? [])));
      }),
      { numRuns: 20 },
    );
  });

  it('need one process for any number of pairs', async () => {
    const history = Array.from({ length: 50 }, () => ({ back: [0], day: 1 }));
    const pairs = allPairs(await make(history));
    let calls = 0;
    const counted = {
      ...mirror.tool,
      stream: (call: Parameters<typeof mirror.tool.stream>[0]) => {
        calls += 1;
        return mirror.tool.stream(call);
      },
    };
    expect(await mergeBases({ ...at(), git: counted, pairs })).toHaveLength(2500);
    expect(calls).toBe(1);
  });

  it('take what is no commit of the mirror for unrelated', async () => {
    const commit = commitFiles(mirror.directory, 'main', { a: '1' });
    git(mirror.directory, 'tag', '-a', 'v1', '-m', 'one', commit);
    const others = [
      'f'.repeat(40),
      'main',
      '--all',
      git(mirror.directory, 'rev-parse', 'v1').trim(),
      git(mirror.directory, 'rev-parse', 'main:a').trim(),
    ];
    const pairs = others.flatMap((other) => [
      { a: commit, b: other },
      { a: other, b: commit },
      { a: other, b: other },
    ]);
    expect(new Set(await mergeBases({ ...at(), pairs }))).toEqual(new Set([null]));
    const answers = await areAncestors({
      ...at(),
      pairs: pairs.map(({ a, b }) => ({ ancestor: a, descendant: b })),
    });
    expect(new Set(answers)).toEqual(new Set([false]));
  });

  it('find nothing in common between two histories', async () => {
    const [a = '', b = ''] = await make([
      { back: [], day: 1 },
      { back: [], day: 2 },
    ]);
    expect(await mergeBases({ ...at(), pairs: [{ a, b }] })).toEqual([null]);
    expect(await mergeBases({ ...at(), pairs: [] })).toEqual([]);
    expect(await areAncestors({ ...at(), pairs: [] })).toEqual([]);
  });
});
