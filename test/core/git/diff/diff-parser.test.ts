import { describe, expect, it } from 'vitest';
import { DiffParser } from '../../../../src/core/git/diff/diff-parser.ts';
import { parseDiff } from '../parse-diff.ts';

function lines(...all: string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

const base = { status: 'modified', isBinary: false, isTruncated: false, hunks: [] };

describe('parseDiff', () => {
  it('reads hunks with their lines', () => {
    const { files } = parseDiff(
      lines(
        'diff --git a/a.txt b/a.txt',
        'index 1234567..89abcde 100644',
        '--- a/a.txt',
        '+++ b/a.txt',
        '@@ -1,3 +1,4 @@ function one() {',
        ' same',
        '-old',
        '+new',
        '+++ also new',
        ' same',
        '@@ -10 +11,0 @@',
        '--- gone',
        '\\ No newline at end of file',
      ),
    );
    expect(files).toEqual([
      {
        ...base,
        path: 'a.txt',
        oldPath: 'a.txt',
        newPath: 'a.txt',
        hunks: [
          { oldStart: 1, newStart: 1, lines: [' same', '-old', '+new', '+++ also new', ' same'] },
          { oldStart: 10, newStart: 11, lines: ['--- gone', '\\ No newline at end of file'] },
        ],
      },
    ]);
  });

  it('reads added, deleted, renamed, copied and empty files, new modes and binary ones', () => {
    const { files } = parseDiff(
      lines(
        'diff --git a/new b/new',
        'new file mode 100644',
        'index 0000000..e69de29',
        'diff --git a/old b/old',
        'deleted file mode 100644',
        'index 1234567..0000000',
        '--- a/old',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-x',
        'diff --git a/from here b/to there',
        'similarity index 100%',
        'rename from from here',
        'rename to to there',
        'diff --git a/one b/two',
        'similarity index 90%',
        'copy from one',
        'copy to two',
        'diff --git a/run me b/run me',
        'old mode 100644',
        'new mode 100755',
        'diff --git a/x.png b/x.png',
        'index 1234567..89abcde 100644',
        'Binary files a/x.png and b/x.png differ',
        'diff --git a/y.png b/y.png',
        'GIT binary patch',
        'literal 3',
        'Kc${Nk-',
      ),
    );
    expect(files.map(({ hunks, isTruncated, ...file }) => file)).toEqual([
      { path: 'new', oldPath: null, newPath: 'new', status: 'added', isBinary: false },
      { path: 'old', oldPath: 'old', newPath: null, status: 'deleted', isBinary: false },
      {
        path: 'to there',
        oldPath: 'from here',
        newPath: 'to there',
        status: 'renamed',
        isBinary: false,
      },
      { path: 'two', oldPath: 'one', newPath: 'two', status: 'copied', isBinary: false },
      { path: 'run me', oldPath: 'run me', newPath: 'run me', status: 'modified', isBinary: false },
      { path: 'x.png', oldPath: 'x.png', newPath: 'x.png', status: 'modified', isBinary: true },
      { path: 'y.png', oldPath: 'y.png', newPath: 'y.png', status: 'modified', isBinary: true },
    ]);
  });

  it('reads quoted names byte by byte, and names with spaces', () => {
    const { files } = parseDiff(
      lines(
        'diff --git "a/\\303\\274 \\"q\\"\\t\\\\.txt" "b/\\303\\274 \\"q\\"\\t\\\\.txt"',
        'old mode 100644',
        'new mode 100755',
        'diff --git a/plain "b/n\\303\\266"',
        'rename from plain',
        'rename to "n\\303\\266"',
        'diff --git a/a b b/a b',
        '--- a/a b\t',
        '+++ b/a b\t',
        '@@ -1 +1 @@',
        '-x',
        '+y',
      ),
    );
    expect(files.map(({ oldPath, newPath }) => [oldPath, newPath])).toEqual([
      ['ü "q"\t\\.txt', 'ü "q"\t\\.txt'],
      ['plain', 'nö'],
      ['a b', 'a b'],
    ]);
  });

  it('gives no files for what is no diff', () => {
    expect(parseDiff('').files).toEqual([]);
    expect(parseDiff('@@ -1 +1 @@\n-a\n+b\n<html>\n').files).toEqual([]);
  });

  it('returns what arrived of a truncated diff', () => {
    const { files } = parseDiff('diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,9 +1,9 @@\n-a\n+b\n');
    expect(files[0]?.hunks).toEqual([{ oldStart: 1, newStart: 1, lines: ['-a', '+b'] }]);
  });
});

describe('DiffParser', () => {
  const one = (name: string, count: number) => [
    `diff --git a/${name} b/${name}`,
    `--- a/${name}`,
    `+++ b/${name}`,
    `@@ -1 +1,${count} @@`,
    '-x',
    ...Array.from({ length: count }, () => '+y'),
  ];

  function parse(limits: { files?: number; lines?: number; bytes?: number }, paths?: string[]) {
    const all = { files: Infinity, lines: Infinity, bytes: Infinity, ...limits };
    const parser = new DiffParser({ limits: all, paths });
    let read = 0;
    const raw = ['a', 'b', 'c'].map((name) => `:100644 100644 1234567 89abcde M\t${name}`);
    for (const line of [...raw, '', ...one('a', 2), ...one('b', 2), ...one('c', 2)]) {
      read += 1;
      if (!parser.read(line)) break;
    }
    const files = parser.end().files.map(({ path, isTruncated, hunks }) => ({
      path,
      isTruncated,
      hunks: hunks.length,
    }));
    return { files, read };
  }

  const whole = (path: string) => ({ path, isTruncated: false, hunks: 1 });
  const cut = (path: string) => ({ path, isTruncated: true, hunks: 0 });

  it.each([
    [{}, [whole('a'), whole('b'), whole('c')], 25],
    [{ files: 1 }, [whole('a'), cut('b'), cut('c')], 12],
    [{ lines: 8 }, [whole('a'), cut('b'), cut('c')], 12],
    [{ lines: 14 }, [whole('a'), cut('b'), cut('c')], 18],
    [{ lines: 15 }, [whole('a'), whole('b'), cut('c')], 19],
    [{ bytes: 100 }, [whole('a'), cut('b'), cut('c')], 15],
    [{ files: 0 }, [cut('a'), cut('b'), cut('c')], 5],
  ])('marks what lies beyond %j as truncated, and reads no further', (limits, files, read) => {
    expect(parse(limits)).toEqual({ files, read });
  });

  it('returns only the requested files and counts all', () => {
    expect(parse({ files: 2 }, ['b', 'c']).files).toEqual([whole('b'), cut('c')]);
    expect(parse({}, []).files).toEqual([]);
  });

  it('cuts without a list of all files too', () => {
    const parser = new DiffParser({ limits: { files: 9, lines: 8, bytes: 999 } });
    for (const line of [...one('a', 2), ...one('b', 2), ...one('c', 2)]) parser.read(line);
    expect(parser.end().files.map(({ isTruncated }) => isTruncated)).toEqual([false, true, true]);
  });
});
