import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedCommands } from '../../helpers/printed-commands.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

let place: CutoverPlace;
beforeAll(async () => {
  place = await openCutoverPlace();
});
afterAll(() => place[Symbol.asyncDispose]());

/** Runs the first printed command that begins so, without the end of its sentence. */
async function follow(text: string, begin: string, ...more: readonly string[]) {
  const command = printedCommands(text).find((one) => one.startsWith(begin));
  if (command === undefined) throw new Error(text);
  const [words = ''] = command.split(/\. /);
  const args = words.replace(/[.,]$/, '').split(' ').slice(1);
  return place.run([...args, ...more], place.credentials);
}

/** Lets somebody act between the last sync and the comparison. */
async function whilePut<T>(act: () => void, cutover: () => Promise<T>): Promise<T> {
  let puts = 0;
  place.sandbox.faults.decide(({ host, method }) => {
    if (host === 'github' && method === 'PUT') puts += 1;
    if (puts === 1) act();
    return null;
  });
  try {
    return await cutover();
  } finally {
    place.sandbox.faults.clear();
  }
}

describe('what a cut-over prints', () => {
  it('is a comparison that shows why a target was not opened', async () => {
    const target = place.targetOf('one');
    const main = git(target, 'rev-parse', 'main').trim();
    const deleteTopic = () => git(target, 'update-ref', '-d', 'refs/heads/topic');
    const refused = await whilePut(deleteTopic, () => place.cutover('--include', 'one'));
    expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({ code: 6 });
    expect(refused.stderr).toContain('Not opened, because of differences: one (');
    expect(place.sandbox.github.findRepository('acme/one')?.hasIssues).toBe(false);
    const verified = await follow(refused.stderr, 'migrator verify');
    expect(verified.code).toBe(6);
    expect(verified.stdout).toContain('topic');
    expect(git(target, 'rev-parse', 'main').trim()).toBe(main);
    await place.run(['verify', '--migration', place.migration, '--repair'], place.credentials);
    expect(refused.stderr).toContain('1 repository stays locked on Bitbucket.');
    expect((await follow(refused.stderr, 'migrator cutover', '--yes')).code).toBe(0);
    expect(place.sandbox.github.findRepository('acme/one')?.hasIssues).toBe(true);
  });

  it('is how to unlock Bitbucket where it has failed after the lock', async () => {
    const target = place.targetOf('two');
    const topic = git(target, 'rev-parse', 'topic').trim();
    const deleteTopic = () => git(target, 'update-ref', '-d', 'refs/heads/topic');
    const failed = await whilePut(deleteTopic, () => place.cutover('--include', 'two'));
    git(target, 'update-ref', 'refs/heads/topic', topic);
    expect(failed.code).toBe(6);
    expect(place.restrictions('two')).not.toEqual([]);
    const abort = `migrator cutover --migration ${place.migration} --abort`;
    // The other one is open, and stays locked.
    expect((await follow(failed.stderr, abort, '--yes')).code).toBe(6);
    expect(place.restrictions('two')).toEqual([]);
  });

  it('are the scripts that change clones', async () => {
    const { stdout } = await place.cutover('--include', 'two');
    const written = await follow(stdout, 'migrator remotes');
    expect({ code: written.code, stderr: written.stderr }).toMatchObject({ code: 0 });
    expect(existsSync(join(place.folder, 'remotes'))).toBe(true);
  });

  it('is how to finish a migration that is not complete', async () => {
    await addRepositories(place, 'three');
    place.write('more.json', { ...place.plan('three'), follow: true });
    const action = { kind: 'status', status: 403, body: 'no' } as const;
    const times = Number.POSITIVE_INFINITY;
    place.sandbox.faults.add({ host: 'bitbucket-git', times, action });
    const failed = await place.run(['migrate', '--plan', 'more.json']);
    expect(failed.code).toBe(6);
    place.sandbox.faults.clear();
    const { stdout: list } = await place.run(['status', '--list', '--json']);
    const id = list.match(/mig_[0-9a-z]{12}/g)?.find((one) => one !== place.migration) ?? '';
    const refused = await place.run(['cutover', '--migration', id, '--yes'], place.credentials);
    expect(refused.code).toBe(8);
    expect(refused.stderr).toContain('three is not migrated yet');
    expect((await follow(refused.stderr, 'migrator migrate --resume')).code).toBe(0);
  });

  it('is that a plan cannot be used which does not follow its source', async () => {
    await addRepositories(place, 'four');
    place.write('open.json', place.plan('four'));
    await place.run(['migrate', '--plan', 'open.json']);
    const id = await newestMigration(place);
    for (const more of [['--yes'], ['--dry-run']]) {
      const refused = await place.run(['cutover', '--migration', id, ...more], place.credentials);
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain(`${id} was planned without --follow, so it has no cut-over`);
      expect(refused.stderr.match(/^error/gm)).toHaveLength(1);
    }
  });
});
