import { afterEach, beforeEach } from 'vitest';
import type { Diff } from '../../../../src/core/git/diff/diff.ts';
import { createCommits, type NewCommit } from '../../../../src/core/git/objects/create-commits.ts';
import { readDiffs, type WantedDiff } from '../../../../src/core/git/objects/read-diffs.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

export type Files = Readonly<Record<string, string>>;

export function commit(files: Files, parents: (string | number)[] = []): NewCommit {
  const tree = Object.entries(files).map(([path, content]) => ({ path, content }));
  return { tree: { files: tree }, parents, message: 'm', date: 0 };
}

/** An empty mirror for each test of a file, whose diffs are read. */
export function diffPlaceForEach() {
  let mirror: LocalMirror;
  beforeEach(async () => {
    mirror = await openLocalMirror();
  });
  afterEach(() => mirror.close());

  async function make(...commits: NewCommit[]): Promise<readonly string[]> {
    return createCommits({ git: mirror.tool, directory: mirror.directory, commits });
  }

  function readAll(
    diffs: readonly WantedDiff[],
    options: Partial<Parameters<typeof readDiffs>[0]> = {},
  ): Promise<readonly Diff[]> {
    return readDiffs({ git: mirror.tool, directory: mirror.directory, diffs, ...options });
  }

  return {
    get directory() {
      return mirror.directory;
    },
    ...{ make, readAll },
  };
}
