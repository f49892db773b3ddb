import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diff } from '../../../../src/core/git/diff/diff.ts';
import { locateInDiff } from '../../../../src/core/replica/desired/prepare/locate-in-diff.ts';
import { git } from '../fixture.ts';
import { parseDiff } from '../parse-diff.ts';
import { commit, diffPlaceForEach } from './diff-place.ts';
import { inlinePlace } from './inline-place.ts';

const at = diffPlaceForEach();
const { make, readAll } = at;

/** Numbers of the lines of a file that a diff shows, found out by numbering the lines of git's own output. */
function shownLines(text: string, path: string): { old: Set<number>; new: Set<number> } {
  const shown = { old: new Set<number>(), new: new Set<number>() };
  const own = text
    .split(/^diff --git /m)
    .filter((part) => part.startsWith(`a/${path} b/${path}\n`));
  for (const hunk of own.flatMap((part) => part.split(/^(?=@@ -)/m).slice(1))) {
    const [, oldStart, newStart] = /^@@ -(\d+)[, ].*?\+(\d+)[, ]/.exec(hunk) ?? [];
    let old = Number(oldStart);
    let added = Number(newStart);
    for (const line of hunk.split('\n').slice(1)) {
      if (line.startsWith('-') || line.startsWith(' ')) shown.old.add(old++);
      if (line.startsWith('+') || line.startsWith(' ')) shown.new.add(added++);
    }
  }
  return shown;
}

const lines = fc.array(
  fc.constantFrom('a', 'b', 'c', '', '-- x', '++ y', '@@ -1 +1 @@', '\\ z', '\r'),
  {
    maxLength: 30,
  },
);
const texts = fc
  .tuple(lines, fc.boolean())
  .map(([all, ended]) => all.join('\n') + (ended ? '\n' : ''));

const changes = fc.tuple(texts, texts, texts, texts);

describe('locateInDiff on what git writes', () => {
  // Twenty at a time: they take as many processes as one.
  it('accepts exactly the lines that the diff shows', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 20, maxLength: 20 }), async (all) => {
        const commits = await make(
          ...all.flatMap(([before, after, other, more], index) => [
            commit({ f: before, g: other }),
            // Git shows a commit once, also where two are equal.
            { ...commit({ f: after, g: more }, [2 * index]), message: `${index}` },
          ]),
        );
        const pairs = all.map((_, index) => ({
          base: commits[2 * index] ?? '',
          head: commits[2 * index + 1] ?? '',
        }));
        const diffs = await readAll(pairs);
        const written = diffsByGit(pairs.map(({ head }) => head));
        for (const [index, diff] of diffs.entries()) {
          const text = written[index] ?? '';
          expectShown(diff, text);
          expect(parseDiff(text)).toEqual(diff);
        }
      }),
      { numRuns: 3 },
    );
  });
});

/** Returns what git itself writes of each commit and its parent. */
function diffsByGit(heads: readonly string[]): readonly string[] {
  const text = git(at.directory, 'show', '--format=%x00', '-U3', '-M', ...heads);
  return text
    .split('\0\n')
    .slice(1)
    .map((one) => one.replace(/^\n/, ''));
}

function expectShown(diff: Diff, text: string): void {
  for (const path of ['f', 'g']) {
    const shown = shownLines(text, path);
    for (let line = 0; line < 34; line += 1) {
      const right = locateInDiff(diff, inlinePlace(path, { to: line }));
      const left = locateInDiff(diff, inlinePlace(path, { from: line }));
      expect(typeof right === 'object').toBe(shown.new.has(line));
      expect(typeof left === 'object').toBe(shown.old.has(line));
      if (typeof right === 'object') expect(right).toMatchObject({ line, side: 'RIGHT' });
      if (typeof left === 'object') expect(left).toMatchObject({ line, side: 'LEFT' });
    }
  }
}
