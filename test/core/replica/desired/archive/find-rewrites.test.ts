import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHistory } from '../../../../../src/core/git/history/history.ts';
import { createCommits } from '../../../../../src/core/git/objects/create-commits.ts';
import type { SourceActivity } from '../../../../../src/core/ports/records/pull-request.ts';
import { findRewrites } from '../../../../../src/core/replica/desired/archive/find-rewrites.ts';
import { type LocalMirror, openLocalMirror } from '../../../git/local-mirror.ts';
import { jane } from '../render/fixture.ts';

let mirror: LocalMirror;
/** The second follows the first; the third does not. */
let [first, second, third] = ['', '', ''];

beforeAll(async () => {
  mirror = await openLocalMirror();
  const commit = (parents: readonly number[], date: number) => {
    return { tree: { files: [] }, parents, message: `Commit ${date}`, date };
  };
  [first = '', second = '', third = ''] = await createCommits({
    ...{ git: mirror.tool, directory: mirror.directory },
    commits: [commit([], 1000), commit([0], 2000), commit([], 3000)],
  });
});

afterAll(() => mirror.close());

/** A push; the commit before it, where the source gives one. */
function pushed(sourceCommit: string, previousCommit?: string): SourceActivity {
  const at = '2024-03-01T10:00:00Z';
  return { kind: 'updated', by: jane, at, sourceCommit, ...(previousCommit && { previousCommit }) };
}

async function rewritesIn(entries: readonly SourceActivity[], known = [first, second, third]) {
  const options = { git: mirror.tool, directory: mirror.directory };
  const repository = { mirror: options } as Parameters<typeof findRewrites>[0]['repository'];
  const commits = new Map(known.map((hash) => [hash, hash]));
  const context = { repository, history: createHistory(options) };
  const [found = []] = await findRewrites(context, [entries], commits);
  return found.map(({ before, after }) => [before, after]);
}

describe('a push that took commits away', () => {
  it('is found after the opening, whose commit the first push names', async () => {
    expect(await rewritesIn([pushed(third, second)])).toEqual([[second, third]]);
    expect(await rewritesIn([pushed(second, first)])).toEqual([]);
  });

  it('is found between two pushes where the source names no commits before them', async () => {
    expect(await rewritesIn([pushed(first), pushed(second), pushed(third)])).toEqual([
      [second, third],
    ]);
  });

  it('is measured from the last commit that is still there', async () => {
    const entries = [pushed(second, first), pushed('gone', second), pushed(third, 'gone')];
    expect(await rewritesIn(entries)).toEqual([[second, third]]);
  });

  it('is not known where the commit before it is gone', async () => {
    expect(await rewritesIn([pushed(third, 'gone')])).toEqual([]);
  });
});
