import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hunkProblem, lastLine } from '../../../src/core/archive/check/repository/hunk-position.ts';
import { hunkAt } from '../../../src/core/archive/write/hunk-at.ts';
import { commit, diffPlaceForEach } from '../git/objects/diff-place.ts';

const at = diffPlaceForEach();

/** Lines of a file, of few kinds, so that Git finds them moved and repeated; perhaps without a line end. */
const file = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', '', '@@ -1 +1 @@', '-', '+x', '\\'), { maxLength: 40 }),
    fc.boolean(),
  )
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));

/** Returns what `git diff` itself prints of the file `f` in each commit, from its first `@@` on. */
function printed(heads: readonly string[]): readonly (readonly string[])[] {
  const args = ['diff-tree', '--stdin', '-p', '--unified=3'];
  const input = heads.map((head) => `${head}\n`).join('');
  const text = execFileSync('git', args, { cwd: at.directory, encoding: 'latin1', input });
  const [, ...parts] = text.split(/^([0-9a-f]{40})\n/m);
  return heads.map((head) => {
    const own = parts[parts.indexOf(head) + 1] ?? '';
    const lines = own.replace(/\n$/, '').split('\n');
    const first = lines.findIndex((line) => line.startsWith('@@'));
    return first === -1 || !parts.includes(head) ? [] : lines.slice(first);
  });
}

interface Shown {
  readonly side: 'LEFT' | 'RIGHT';
  readonly line: number;
  readonly position: number;
  readonly hunk: string;
}

/** Every line that a comment may stand on, read off what git prints. */
function shownLines(diff: readonly string[]): readonly Shown[] {
  const shown: Shown[] = [];
  let [left, right, leftRest, rightRest, begin] = [0, 0, 0, 0, 0];
  for (const [position, text] of diff.entries()) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (header !== null && leftRest === 0 && rightRest === 0) {
      [left, right] = [Number(header[1]) - 1, Number(header[3]) - 1];
      [leftRest, rightRest] = [Number(header[2] ?? 1), Number(header[4] ?? 1)];
      begin = position;
      continue;
    }
    if (text.startsWith('\\')) continue;
    const hunk = [
      header?.[0] ?? /^@@.*? @@/.exec(diff[begin] ?? '')?.[0],
      ...diff.slice(begin + 1, position + 1),
    ];
    const add = (side: 'LEFT' | 'RIGHT', line: number) =>
      shown.push({ side, line, position, hunk: hunk.join('\n') });
    if (!text.startsWith('+')) {
      [left, leftRest] = [left + 1, leftRest - 1];
      add('LEFT', left);
    }
    if (!text.startsWith('-')) {
      [right, rightRest] = [right + 1, rightRest - 1];
      add('RIGHT', right);
    }
  }
  return shown;
}

describe('hunkAt', () => {
  it('gives hunk and position of each line as git prints them, on both sides', async () => {
    const pairs = fc.sample(fc.tuple(file, file), 150);
    const made = await at.make(
      ...pairs.flatMap(([before, after], index) => [
        commit({ f: before }),
        commit({ f: after }, [index * 2]),
      ]),
    );
    const wanted = pairs.map((_, index) => {
      return { base: made[index * 2] ?? '', head: made[index * 2 + 1] ?? '' };
    });
    const diffs = await at.readAll(wanted);
    const texts = printed(wanted.map(({ head }) => head));
    let lines = 0;
    for (const [index, text] of texts.entries()) {
      const found = diffs[index]?.files[0] ?? { hunks: [] };
      for (const { side, line, position, hunk } of shownLines(text)) {
        const place = hunkAt(found, { side, line, startLine: null, startSide: null });
        // A line that both sides have counts as one of the right.
        const isRemoved = text[position]?.startsWith('-') === true;
        expect(place).toMatchObject({ hunk, position, side: isRemoved ? 'left' : 'right' });
        if (side === 'RIGHT' || isRemoved) expect(place?.line).toBe(line);
        expect(hunkProblem(text, { hunk, position })).toBeNull();
        expect(lastLine(hunk)).toEqual({ side: place?.side, line: place?.line });
        lines += 1;
      }
      const outside = { side: 'RIGHT', line: 1_000, startLine: null, startSide: null } as const;
      expect(hunkAt(found, outside)).toBeNull();
    }
    expect(lines).toBeGreaterThan(1_000);
  });

  const hunks = [
    { oldStart: 1, newStart: 1, lines: [' a', '-b', '+c', '+d'] },
    { oldStart: 20, newStart: 21, lines: [' x', '+y'] },
  ];

  it('counts the @@ line of a later hunk', () => {
    const place = hunkAt({ hunks }, { side: 'RIGHT', line: 22, startLine: null, startSide: null });
    expect(place).toMatchObject({ position: 7, hunk: '@@ -20 +21,2 @@\n x\n+y' });
  });

  it.each([
    ['several lines of one side', 'RIGHT', 2, 2],
    ['a first line that only the other side has as one line', 'LEFT', 2, null],
    ['a first line that both sides have as one of its own', 'LEFT', 1, 1],
    ['a first line after the last as one line', 'RIGHT', 9, null],
  ] as const)('takes %s', (_, startSide, startLine, expected) => {
    const place = hunkAt({ hunks }, { side: 'RIGHT', line: 3, startLine, startSide });
    expect(place).toMatchObject({ line: 3, startLine: expected });
  });
});
