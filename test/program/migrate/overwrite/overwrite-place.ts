import { afterEach, beforeEach, expect } from 'vitest';
import type { GithubRepository } from '../../../../sandbox/github/records.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import { addRepositories, hasMoved } from '../../../helpers/repositories/migration-fixture.ts';

export const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-v'];
export const overwrite = [...runArguments, '--overwrite', '--yes'];

/** A new place for each test of a file, with a repository `one` and a plan of it. */
export let place: Workplace;

/** Opens and closes it around each test. */
export function openPlaceForEachTest(): void {
  beforeEach(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'one');
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

/** A second repository in the plan. */
export async function addTwo(): Promise<void> {
  await addRepositories(place, 'two');
  place.write('plan.json', place.plan('one', 'two'));
}

/** The organization of the target, as whose the sandbox creates repositories. */
export function ownerOf({ sandbox: { github, organization } }: Pick<Workplace, 'sandbox'>) {
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  return { owner, creator: owner };
}

/** Somebody else's repository of this name, with a branch of its own. */
export async function makeByOther(name: string): Promise<GithubRepository> {
  const made = place.sandbox.github.createRepository({ ...ownerOf(place), name });
  const theirs = makeRepository(place.folder, `theirs-${name}`);
  git(theirs, 'push', '-q', made.directory, 'main:theirs');
  return made;
}

/** As the names of replaced repositories end. */
export function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '');
}

/** How often `acme/one` was renamed. */
export function renamings(): number {
  return place.sandbox.requests.filter(
    ({ host, method, path, status }) =>
      host === 'github' && method === 'PATCH' && path.endsWith('/repos/acme/one') && status === 200,
  ).length;
}

/** Expects `one` migrated, and the old repository whole under its new name. */
export function expectReplaced(old: GithubRepository, name = `one-replaced-${today()}`): void {
  expect(hasMoved(place, 'one')).toBe(true);
  const kept = place.sandbox.github.findRepository(`acme/${name}`);
  expect(kept?.id).toBe(old.id);
  expect(refsOf(old.directory)).toContain('refs/heads/theirs');
}
