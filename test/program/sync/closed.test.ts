import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from './sync-place.ts';

let place: CutoverPlace;
beforeAll(async () => {
  place = await openCutoverPlace();
});
afterAll(() => place[Symbol.asyncDispose]());

const sync = () => place.run(['sync', '--migration', place.migration]);

describe('a sync of targets that follow', () => {
  it('refuses an open one, says how to close it, and syncs the others', async () => {
    for (const slug of ['one', 'two'])
      commit(place.sandbox.bitbucket.gitDirectory(slug), 'main', 'More');
    const one = place.sandbox.github.findRepository('acme/one');
    if (one === null) throw new Error('no target');
    one.hasIssues = true;
    const { code, stdout } = await sync();
    expect(code).toBe(6);
    expect(stdout).toContain(
      'Not synced, because the GitHub repository is open: Issues are on in acme/one',
    );
    expect(stdout).toContain('Turn them off until the cut-over');
    expect([place.isEqual('one'), place.isEqual('two')]).toEqual([false, true]);
    one.hasIssues = false;
    expect((await sync()).code).toBe(0);
    expect(place.isEqual('one')).toBe(true);
  });

  it('leaves those alone that a cut-over has switched', async () => {
    expect((await place.cutover('--include', 'two')).code).toBe(0);
    const before = place.sandbox.requests.length;
    const { code, stderr } = await sync();
    expect(code).toBe(0);
    expect(stderr).toContain('1 repository cut over or rolled back: no longer synced');
    const asked = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => /\/two(\.git)?(\/|$)/.test(path))).toEqual([]);
  });
});
