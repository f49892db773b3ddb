import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { listLocalRefs, listRemoteRefs } from '../../../../src/core/git/mirror/refs.ts';
import { createCommits } from '../../../../src/core/git/objects/create-commits.ts';
import {
  type RefUpdate,
  type UpdateRemoteRefs,
  updateRemoteRefs,
} from '../../../../src/core/git/push/update-remote-refs.ts';
import { bareRepository, generous, systemClock } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

export const base = 'refs/heads/migrator/pr-1/base';
export const head = 'refs/heads/migrator/pr-1/head';

/** A mirror with four commits and an empty target for each test of a file. */
export function updateRefsPlaceForEach() {
  const place = placeForEach();
  let mirror: string;
  let target: string;
  let commits: readonly string[];

  beforeEach(async () => {
    mirror = bareRepository(place.folder, 'mirror.git');
    target = bareRepository(place.server.root, 'r.git');
    commits = await createCommits({
      git: place.tool,
      directory: mirror,
      commits: Array.from({ length: 4 }, (_, index) => ({
        tree: { files: [{ path: 'n', content: String(index) }] },
        // The last one is on its own.
        parents: index === 0 || index === 3 ? [] : [index - 1],
        message: `Commit ${index}`,
        date: 0,
      })),
    });
  });

  function commit(index: number): string {
    return commits[index] ?? '';
  }

  function access() {
    return { url: `${place.server.url}/r.git`, credential: null };
  }

  async function update(updates: readonly RefUpdate[], options: Partial<UpdateRemoteRefs> = {}) {
    const own = await listLocalRefs({ git: place.tool, directory: mirror });
    return updateRemoteRefs({
      git: place.tool,
      access: access(),
      directory: mirror,
      updates,
      onTarget: own.values(),
      limits: generous,
      clock: systemClock,
      ...options,
    });
  }

  async function statuses(updates: readonly RefUpdate[], options: Partial<UpdateRemoteRefs> = {}) {
    const results = await update(updates, options);
    expect(results.map(({ ref }) => ref)).toEqual(updates.map(({ ref }) => ref));
    return results.map(({ status }) => status);
  }

  async function onTarget(): Promise<Record<string, string>> {
    return Object.fromEntries(await listRemoteRefs({ git: place.tool, access: access() }));
  }

  function pushes(): number {
    return place.server.requests.filter(({ line }) => line === 'POST /r.git/git-receive-pack')
      .length;
  }

  function hook(name: string, script: string): void {
    mkdirSync(join(target, 'hooks'), { recursive: true });
    writeFileSync(join(target, 'hooks', name), `#!/bin/sh\n${script}`);
    chmodSync(join(target, 'hooks', name), 0o755);
  }

  function many(count: number): RefUpdate[] {
    return Array.from({ length: count }, (_, index) => ({
      ref: `refs/heads/migrator/pr-${index}/head`,
      to: commit(index % 3),
      expected: null,
    }));
  }

  return {
    place,
    get mirror() {
      return mirror;
    },
    get target() {
      return target;
    },
    commit,
    access,
    update,
    statuses,
    onTarget,
    pushes,
    hook,
    many,
  };
}
