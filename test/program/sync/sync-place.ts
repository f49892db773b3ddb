import type { Ended } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

/** A migration that has ended, whose source goes on. */
export interface SyncPlace extends Workplace {
  readonly migration: string;
  sync(...args: readonly string[]): Promise<Ended>;
  /** The bare repositories of both sides. */
  sourceOf(slug: string): string;
  targetOf(name: string): string;
}

export async function openSyncPlace(
  slugs: readonly string[] = ['one'],
  options: Parameters<typeof openWorkplace>[0] = {},
): Promise<SyncPlace> {
  const place = await openWorkplace(options);
  await addRepositories(place, ...slugs);
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  if (code !== 0) throw new Error(stderr);
  const migration = await newestMigration(place);
  return {
    ...place,
    migration,
    sync: (...args) => place.run(['sync', '--migration', migration, ...args]),
    sourceOf: (slug) => place.sandbox.bitbucket.gitDirectory(slug),
    targetOf: (name) => targetOf(place, name),
  };
}

/** A new commit on a branch, whatever the branch names now. @returns its hash */
export function commit(
  directory: string,
  branch: string,
  message: string,
  parent = branch,
): string {
  const tree = git(directory, 'rev-parse', `${parent}^{tree}`).trim();
  const hash = git(directory, 'commit-tree', tree, '-p', parent, '-m', message).trim();
  git(directory, 'update-ref', `refs/heads/${branch}`, hash);
  return hash;
}
