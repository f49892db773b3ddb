import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdRefs } from '../../../../src/core/git/mirror/hold-refs.ts';
import { listLocalRefs } from '../../../../src/core/git/mirror/refs.ts';
import { commitFiles, git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

let mirror: LocalMirror;
beforeEach(async () => {
  mirror = await openLocalMirror();
});
afterEach(() => mirror.close());

function refs() {
  return listLocalRefs({ git: mirror.tool, directory: mirror.directory });
}

it('sets branches and tags back to what they were, and leaves out what cannot be had any more', async () => {
  const { directory, tool } = mirror;
  const old = commitFiles(directory, 'main', { a: '1' });
  git(directory, 'tag', '-a', 'v1', '-m', 'Version 1', 'main');
  const before = await refs();
  commitFiles(directory, 'main', { a: '2' });
  git(directory, 'branch', 'later', 'main');
  git(directory, 'update-ref', '-d', 'refs/tags/v1');
  const gone = 'c0ffee'.padEnd(40, '0');
  const wanted = new Map([...before, ['refs/heads/lost', gone]]);
  const current = await refs();
  const held = await holdRefs({ git: tool, directory, current, wanted, access: null });
  expect(held).toEqual(before);
  expect(held.get('refs/heads/main')).toBe(old);
  expect(await refs()).toEqual(before);
});

it('changes nothing where nothing has changed', async () => {
  const { directory, tool } = mirror;
  commitFiles(directory, 'main', { a: '1' });
  const current = await refs();
  const held = await holdRefs({ git: tool, directory, current, wanted: current, access: null });
  expect(held).toEqual(current);
  expect(await refs()).toEqual(current);
});
