import { describe, expect, it } from 'vitest';
import type { InlineLocation } from '../../../../../src/core/ports/records/pull-request.ts';
import {
  fileInDiff,
  locateInDiff,
} from '../../../../../src/core/replica/desired/prepare/locate-in-diff.ts';
import { parseDiff } from '../../../git/parse-diff.ts';

const diff = parseDiff(`diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,4 +1,5 @@
 one
-two
-three
+zwei
+drei
+dreieinhalb
 four
@@ -20,2 +21,2 @@
-twenty
+zwanzig
 end
diff --git a/old.txt b/new.txt
similarity index 90%
rename from old.txt
rename to new.txt
--- a/old.txt
+++ b/new.txt
@@ -5 +5 @@
-x
+y
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-x
-y
\\ No newline at end of file
diff --git a/picture.png b/picture.png
index 1234567..89abcde 100644
Binary files a/picture.png and b/picture.png differ
diff --git a/link b/link
deleted file mode 100644
--- a/link
+++ /dev/null
@@ -1 +0,0 @@
-content
diff --git a/link b/link
new file mode 120000
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+target
\\ No newline at end of file
`);

function place(given: Partial<InlineLocation>): InlineLocation {
  return {
    path: 'a.txt',
    oldPath: null,
    from: null,
    to: null,
    startFrom: null,
    startTo: null,
    isOutdated: false,
    context: null,
    sourceCommit: null,
    destinationCommit: null,
    ...given,
  };
}

function at(given: Partial<InlineLocation>) {
  return locateInDiff(diff, place(given));
}

function single(path: string, side: 'LEFT' | 'RIGHT', line: number) {
  return { path, side, line, startLine: null, startSide: null };
}

describe('locateInDiff', () => {
  it.each<[string, Partial<InlineLocation>, ReturnType<typeof single>]>([
    ['an added line on the right', { to: 3 }, single('a.txt', 'RIGHT', 3)],
    ['a removed line on the left', { from: 3 }, single('a.txt', 'LEFT', 3)],
    ['an unchanged line on the right', { to: 5, from: 4 }, single('a.txt', 'RIGHT', 5)],
    ['an unchanged line of the old file on the left', { from: 4 }, single('a.txt', 'LEFT', 4)],
    ['a line of the second hunk', { to: 22 }, single('a.txt', 'RIGHT', 22)],
    [
      'the old line where the new one is out of reach',
      { to: 9, from: 20 },
      single('a.txt', 'LEFT', 20),
    ],
    ['a renamed file by its new name', { path: 'new.txt', to: 5 }, single('new.txt', 'RIGHT', 5)],
    ['a renamed file by its old name', { path: 'old.txt', from: 5 }, single('new.txt', 'LEFT', 5)],
    [
      'a file that was renamed later',
      { path: 'x', oldPath: 'old.txt', to: 5 },
      single('new.txt', 'RIGHT', 5),
    ],
    [
      'a file that got another name later',
      { path: 'x', oldPath: 'a.txt', to: 2 },
      single('a.txt', 'RIGHT', 2),
    ],
    ['a deleted file', { path: 'gone.txt', from: 2 }, single('gone.txt', 'LEFT', 2)],
    ['either half of what became a link', { path: 'link', from: 1 }, single('link', 'LEFT', 1)],
    ['the other half of what became a link', { path: 'link', to: 1 }, single('link', 'RIGHT', 1)],
  ])('puts a comment on %s', (_, given, expected) => {
    expect(at(given)).toEqual(expected);
  });

  it.each<[string, Partial<InlineLocation>]>([
    ['no line is named', {}],
    ['the line is between the hunks', { to: 10 }],
    ['the line is behind the end', { to: 9999 }],
    ['there is no such line', { to: 0, from: -1 }],
    ['the file is binary', { path: 'picture.png', to: 1 }],
    ['a deleted file has no new lines', { path: 'gone.txt', to: 1 }],
  ])('puts a comment on the file where %s', (_, given) => {
    expect(at(given)).toBe('file');
  });

  it('knows no place in a file that has not changed', () => {
    expect(at({ path: 'other.txt', to: 1 })).toBe('outside');
    expect(at({ path: 'other.txt', oldPath: 'neither.txt' })).toBe('outside');
  });

  it.each<[string, Partial<InlineLocation>, number | null, 'LEFT' | 'RIGHT' | null]>([
    ['lines of one side', { startTo: 2, to: 4 }, 2, 'RIGHT'],
    ['lines of the old side', { startFrom: 2, from: 3 }, 2, 'LEFT'],
    ['a removed line and an added one', { startFrom: 2, to: 4 }, 2, 'LEFT'],
    ['the same side rather than the other', { startFrom: 1, startTo: 2, to: 4 }, 2, 'RIGHT'],
    ['only one line where both are the same', { startTo: 3, to: 3 }, null, null],
    ['only the last line where the first is in another hunk', { startTo: 3, to: 22 }, null, null],
    ['only the last line where the first is behind it', { startTo: 4, to: 2 }, null, null],
    ['only the last line where the first is nowhere', { startTo: 900, to: 4 }, null, null],
  ])('marks %s', (_, given, startLine, startSide) => {
    expect(at(given)).toMatchObject({ startLine, startSide });
  });

  it('finds under which name the target knows a file', () => {
    expect(fileInDiff(diff, place({ path: 'old.txt' }))?.path).toBe('new.txt');
    expect(fileInDiff(diff, place({ path: 'gone.txt' }))?.path).toBe('gone.txt');
    expect(fileInDiff(diff, place({ path: 'nowhere' }))).toBeNull();
  });
});
