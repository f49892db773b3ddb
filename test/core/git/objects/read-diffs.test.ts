import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diff } from '../../../../src/core/git/diff/diff.ts';
import { isDamagedMirror } from '../../../../src/core/git/errors/damaged-mirror.ts';
import type { WantedDiff } from '../../../../src/core/git/objects/read-diffs.ts';
import { locateInDiff } from '../../../../src/core/replica/desired/prepare/locate-in-diff.ts';
import { git, makeTool, temporaryFolder } from '../fixture.ts';
import { parseDiff } from '../parse-diff.ts';
import { commit, diffPlaceForEach, type Files } from './diff-place.ts';
import { inlinePlace } from './inline-place.ts';

const at = diffPlaceForEach();
const { make, readAll } = at;

async function changed(before: Files, after: Files): Promise<{ base: string; head: string }> {
  const [base = '', head = ''] = await make(commit(before), commit(after, [0]));
  return { base, head };
}

async function read(wanted: WantedDiff): Promise<Diff> {
  const [diff] = await readAll([wanted]);
  if (diff === undefined) throw new Error('there is no diff');
  return diff;
}

function numbered(count: number, change: (line: number) => string = String): string {
  return Array.from({ length: count }, (_, index) => `${change(index + 1)}\n`).join('');
}

describe('readDiffs', () => {
  it('ends a diff that takes too long, and reads the others', async () => {
    const { base, head } = await changed({ a: 'a\n' }, { a: 'b\n' });
    const other = await changed({ x: 'x\n' }, { x: 'y\n' });
    const folder = temporaryFolder();
    // Hangs at the first diff.
    const script = `#!/bin/sh
case " $* " in
  *' diff-tree '*) if mkdir ${folder.path}/begun 2>/dev/null; then exec sleep 600; fi ;;
esac
PATH='${process.env.PATH}' exec git "$@"
`;
    writeFileSync(join(folder.path, 'git'), script, { mode: 0o755 });
    const tool = await makeTool(join(folder.path, 'run'), {
      path: `${folder.path}:${process.env.PATH}`,
    });
    const diffs = await readAll([{ base, head }, other], { git: tool, longest: 1000 });
    expect(diffs.map(({ files }) => files.map(({ path }) => path))).toEqual([[], ['x']]);
    await tool.close();
    folder.remove();
  });

  it('compares no lines of contents that are too large for memory', async () => {
    const large = (end: string) => `${'x\n'.repeat(34 * 1024 * 1024)}${end}\n`;
    const { base, head } = await changed({ a: large('1') }, { a: large('2') });
    expect((await read({ base, head })).files).toMatchObject([{ path: 'a', isBinary: true }]);
  });

  it('compares the head with the common ancestor, not with the base as it is now', async () => {
    const [, base = '', head = ''] = await make(
      commit({ a: numbered(5) }),
      commit({ a: numbered(5), onBase: 'x\n' }, [0]),
      commit({ a: numbered(5), onHead: 'x\n' }, [0]),
    );
    const { files } = await read({ base, head });
    expect(files.map(({ path, status }) => [path, status])).toEqual([['onHead', 'added']]);
  });

  it('shows three lines of context, and renames with what changed in them', async () => {
    const { base, head } = await changed(
      { old: numbered(30), gone: 'g\n' },
      { 'new name "ü"': numbered(30, (line) => (line === 15 ? 'changed' : String(line))) },
    );
    const { files } = await read({ base, head });
    expect(files).toMatchObject([
      { path: 'gone', newPath: null, status: 'deleted' },
      {
        path: 'new name "ü"',
        oldPath: 'old',
        status: 'renamed',
        hunks: [
          {
            oldStart: 12,
            newStart: 12,
            lines: [' 12', ' 13', ' 14', '-15', '+changed', ' 16', ' 17', ' 18'],
          },
        ],
      },
    ]);
  });

  it('finds a rename also where only one of its names is asked for', async () => {
    const { base, head } = await changed(
      { old: numbered(30), b: 'b' },
      { new: numbered(31), b: 'c' },
    );
    for (const name of ['old', 'new']) {
      const { files } = await read({ base, head, paths: [name, 'nowhere'] });
      expect(files).toMatchObject([{ oldPath: 'old', newPath: 'new', status: 'renamed' }]);
    }
    expect((await read({ base, head, paths: [] })).files).toEqual([]);
  });

  it('reads new modes, files that become links, binary files and odd names', async () => {
    const plumb = (...args: string[]) => git(at.directory, ...args).trim();
    const tree = (entries: readonly (readonly [mode: string, path: string, content: string])[]) => {
      plumb('read-tree', '--empty');
      for (const [mode, path, content] of entries) {
        writeFileSync(join(at.directory, 'content'), content);
        const oid = plumb('hash-object', '-w', 'content');
        plumb('update-index', '--add', '--cacheinfo', mode, oid, path);
      }
      return plumb('write-tree');
    };
    const before = tree([
      ['100644', 'run me', '1\n'],
      ['100644', 'link', 'one\n'],
      ['100644', 'binary', '\0\x01'],
      ['100644', ' b/x b/x', '1\n'],
      ['100644', 'tab\tand\nline', '1\n'],
      ['100644', 'empty "one"', ''],
    ]);
    const after = tree([
      ['100755', 'run me', '1\n'],
      ['120000', 'link', 'target'],
      ['100644', 'binary', '\0\x02'],
      ['100755', ' b/x b/x', '1\n'],
      ['100644', 'tab\tand\nline', '2\n'],
    ]);
    const base = plumb('commit-tree', '-m', 'b', before);
    const head = plumb('commit-tree', '-p', base, '-m', 'h', after);
    const { files } = await read({ base, head });
    expect(
      files.map(({ path, status, isBinary, hunks }) => [path, status, isBinary, hunks.length]),
    ).toEqual([
      [' b/x b/x', 'modified', false, 0],
      ['binary', 'modified', true, 0],
      ['empty "one"', 'deleted', false, 0],
      ['link', 'deleted', false, 1],
      ['link', 'added', false, 1],
      ['run me', 'modified', false, 0],
      ['tab\tand\nline', 'modified', false, 1],
    ]);
    const text = git(at.directory, 'diff', base, head);
    expect(parseDiff(text).files).toEqual(files);
  });

  it('has no files where nothing changed, or nothing is in common', async () => {
    const [one = '', other = ''] = await make(commit({ a: '1' }), commit({ b: '2' }));
    expect((await read({ base: one, head: one })).files).toEqual([]);
    expect((await read({ base: one, head: other })).files).toEqual([]);
  });

  it('marks files beyond the three hundredth as truncated', async () => {
    const names = Array.from({ length: 310 }, (_, index) => `f${1000 + index}`);
    const after = Object.fromEntries(names.map((name) => [name, `${name}\n`]));
    const { base, head } = await changed({}, after);
    const { files } = await read({ base, head });
    expect(files.map(({ path }) => path)).toEqual(names);
    expect(files.findIndex(({ isTruncated }) => isTruncated)).toBe(300);
    expect(files.slice(300).every((file) => file.isTruncated && file.status === 'added')).toBe(
      true,
    );
    const asked = await read({ base, head, paths: ['f1305', 'f1005'] });
    expect(asked.files.map(({ path, isTruncated }) => [path, isTruncated])).toEqual([
      ['f1005', false],
      ['f1305', true],
    ]);
  });

  it.each([
    ['20,000 lines', { b: numbered(20_001) }],
    ['a megabyte', { b: 'x'.repeat(1024 * 1024) }],
    ['a megabyte many times over', { b: numbered(30, () => 'ü'.repeat(1_000_000)) }],
  ])('marks what lies beyond %s as truncated', async (_, large) => {
    const { base, head } = await changed({}, { a: 'a\n', ...large, c: 'c\n' });
    const { files } = await read({ base, head });
    expect(files.map(({ path, isTruncated, hunks }) => [path, isTruncated, hunks.length])).toEqual([
      ['a', false, 1],
      ['b', true, 0],
      ['c', true, 0],
    ]);
    expect(locateInDiff({ files }, inlinePlace('b', { to: 1 }))).toBe('file');
  });

  it('reads many in their order, also behind one that is longer than is shown', async () => {
    const [base = '', ...heads] = await make(
      commit({ a: '1' }),
      commit({ a: '2' }, [0]),
      commit({ a: '1', b: numbered(30_000) }, [0]),
      commit({ a: '3' }, [1]),
      commit({ other: '1' }),
    );
    const [first = '', long = '', second = '', unrelated = ''] = heads;
    const order = [first, long, unrelated, second, base, second, long];
    const diffs = await readAll([
      ...order.map((head) => ({ base, head })),
      { base: first, head: second },
    ]);
    expect(diffs.map(({ files }) => files.map((file) => [file.path, file.isTruncated]))).toEqual([
      [['a', false]],
      [['b', true]],
      [],
      [['a', false]],
      [],
      [['a', false]],
      [['b', true]],
      [['a', false]],
    ]);
    const removed = diffs.map(({ files }) => files[0]?.hunks[0]?.lines[0]);
    expect([removed[0], removed[3], removed[7]]).toEqual(['-1', '-1', '-2']);
    expect(await readAll([])).toEqual([]);
  });

  it('says that the mirror is damaged where a commit is not there, and takes nothing but hashes', async () => {
    const [one = ''] = await make(commit({ a: '1' }));
    const failure = await read({ base: one, head: 'f'.repeat(40) }).catch((error) => error);
    expect(isDamagedMirror(failure)).toBe(true);
    await expect(read({ base: '--output=x', head: one })).rejects.toThrow(TypeError);
  });
});
