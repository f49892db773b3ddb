import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diffArguments, parseDiff, type Row } from '../../../../sandbox/git/diff/parse-diff.ts';
import { placeIn } from '../../../../sandbox/github/tracker/reviews/place.ts';
import { type GitClient, openGitClient } from '../../helpers/git.ts';

let client: GitClient;

beforeAll(async () => {
  client = await openGitClient(null);
  await client.must(['init', '--quiet', '.']);
});

afterAll(() => client[Symbol.asyncDispose]());

/** Lines that look like the parts of a diff: nothing inside a file may be mistaken for one. */
const line = fc.constantFrom(
  'a',
  'b',
  '',
  'diff --git a/x b/x',
  '@@ -1 +1 @@',
  '-- x',
  '++ x',
  '\\ No',
);
const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 30 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

const linesOf = (content: string): string[] =>
  content === '' ? [] : content.replace(/\n$/, '').split('\n');

/** The tree that holds this file, and another one that is different each time. */
async function writeTree(content: string, other: string): Promise<string> {
  await writeFile(join(client.folder, 'file'), content);
  await writeFile(join(client.folder, 'other'), other);
  await client.must(['add', 'file', 'other']);
  return client.must(['write-tree']);
}

function expectLines(rows: readonly Row[], side: 'left' | 'right', lines: readonly string[]): void {
  for (const row of rows.filter((one) => one[side] > 0)) {
    expect(row.text.slice(1)).toBe(lines[row[side] - 1]);
  }
}

it('a diff is read so that every row is the line that it says it is, and none is left out', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const trees = [await writeTree(before, 'x\n'), await writeTree(after, 'y\n')];
      const files = parseDiff((await client.git([...diffArguments, ...trees])).stdout);
      expect(files.get('other')?.hunks).toHaveLength(1);
      const file = files.get('file');
      expect(file === undefined).toBe(before === after);
      if (file === undefined) return;
      const rows = file.hunks.flatMap((hunk) => hunk.rows);
      const [old, now] = [linesOf(before), linesOf(after)];
      expectLines(rows, 'left', old);
      expectLines(rows, 'right', now);
      const added = rows.filter((row) => row.left === 0).length;
      const removed = rows.filter((row) => row.right === 0).length;
      expect(added - removed).toBe(now.length - old.length);
      for (const index of now.keys()) {
        const wanted = { side: 'RIGHT', startLine: null, startSide: null } as const;
        const isShown = rows.some((row) => row.right === index + 1);
        expect('place' in placeIn(file, { ...wanted, line: index + 1 })).toBe(isShown);
      }
    }),
    { numRuns: 30 },
  );
});
