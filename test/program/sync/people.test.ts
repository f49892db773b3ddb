import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { systemClock } from '../../../src/core/kernel/clock.ts';
import { createProgramHere, standIn } from '../../helpers/program/run-here.ts';
import { environmentIn } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import { hasMoved, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings, settingsOnTarget } from '../../helpers/settings/settings-place.ts';
import { commit, openSyncPlace, type SyncPlace } from './sync-place.ts';

let place: Workplace;
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function open(...slugs: readonly string[]): Promise<SyncPlace> {
  const opened = await openSyncPlace(slugs);
  place = opened;
  return opened;
}
const hashOf = (directory: string, ref: string) => git(directory, 'rev-parse', ref).trim();

describe('sync while people work', () => {
  it('replaces nothing that somebody pushes between the look and the push', async () => {
    const one = await open('one');
    commit(one.sourceOf('one'), 'main', 'Ours');
    commit(one.sourceOf('one'), 'topic', 'Ours as well');
    let theirs = '';
    one.sandbox.faults.decide(({ host, method }) => {
      if (host === 'github-git' && method === 'POST' && theirs === '')
        theirs = commit(one.targetOf('one'), 'main', 'Theirs');
      return null;
    });
    const { code, stdout } = await one.sync();
    expect(code).toBe(6);
    expect(stdout).toContain('someone else pushed to it in the meantime');
    expect(hashOf(one.targetOf('one'), 'main')).toBe(theirs);
    expect(hashOf(one.targetOf('one'), 'topic')).toBe(hashOf(one.sourceOf('one'), 'topic'));
    expect((await one.sync()).stdout).toContain('branch main (changed on GitHub');
  });

  it('does not follow a target that was deleted and made again', async () => {
    const one = await open('one');
    const { github, organization } = one.sandbox;
    await github.deleteRepository(`${organization}/one`);
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('no organization');
    github.createRepository({ name: 'one', owner, creator: github.user, private: true });
    const { code, stdout } = await one.sync();
    expect(code).toBe(6);
    expect(stdout).toContain('one');
    expect(github.findRepository(`${organization}/one`)).not.toBeNull();
    expect(() => hashOf(one.targetOf('one'), 'main')).toThrow();
  });

  it('never touches branches of its own, nor takes their names for those of others', async () => {
    const one = await open('one');
    git(one.targetOf('one'), 'update-ref', 'refs/heads/migrator/pr-7', 'main');
    expect((await one.sync()).stdout).toContain('1 repository: 1 unchanged.');
    commit(one.sourceOf('one'), 'migrator/pr-7', 'A branch of the source', 'main');
    const { code, stdout } = await one.sync();
    expect(code).toBe(6);
    expect(stdout).toContain('branch migrator/pr-7 (created on both sides');
  });

  it('takes names with spaces that are not of ASCII, and reports those that the target refuses', async () => {
    const one = await open('one');
    commit(one.sourceOf('one'), 'caf\u00e9\u00a0au\u00a0lait', 'Spaces', 'main');
    commit(one.sourceOf('one'), 'a'.repeat(40), 'Like a hash', 'main');
    const { code, stdout } = await one.sync();
    expect(code).toBe(6);
    expect(stdout).toContain('1 ref created; skipped: branch aaaa');
    expect(stdout).toContain('looks like an object ID');
  });

  it('says that a history which was cut cannot be synced', async () => {
    place = await openWorkplace();
    const { bitbucket } = place.sandbox;
    const from = makeRepository(place.folder, 'one', 6);
    await bitbucket.addRepository({ slug: 'one', from });
    place.write('migrator.yaml', 'migration:\n  shallow_clone: true\n  shallow_depth: 2\n');
    place.write('plan.json', place.plan('one'));
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const id = await newestMigration(place);
    const { code, stdout } = await place.run(['sync', '--migration', id]);
    expect(code).toBe(6);
    expect(stdout).toContain('was truncated (shallow_clone)');
  });

  it('sends the LFS objects of new commits, and only those', async () => {
    const one = await open('one');
    const content = 'a film';
    const oid = createHash('sha256').update(content).digest('hex');
    const work = join(one.folder, 'work');
    git(one.folder, 'clone', '-q', one.sourceOf('one'), work);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    writeFileSync(join(work, 'film.mp4'), pointer);
    git(work, 'add', '.');
    git(work, 'commit', '-qm', 'Film');
    git(work, 'push', '-q', 'origin', 'HEAD');
    await one.sandbox.bitbucket.findRepository('one')?.lfs.add(oid, Buffer.from(content));
    const { code, stdout } = await one.sync();
    expect(stdout).toContain('1 ref moved, 1 LFS object');
    expect(code).toBe(0);
    const { github, organization } = one.sandbox;
    expect(github.findRepository(`${organization}/one`)?.lfs.size(oid)).toBe(content.length);
    commit(one.sourceOf('one'), 'main', 'Without a new object');
    expect((await one.sync()).stdout).toContain('synced   one  1 ref moved\n');
  });

  it('moves what rules of the migration protect, and leaves the rules as they were', async () => {
    place = await openWorkplace();
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const before = settingsOnTarget(place, 'web');
    const id = await newestMigration(place);
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'More');
    const { code, stdout } = await place.run(['sync', '--migration', id]);
    expect(stdout).toContain('synced   web  1 ref moved');
    expect(code).toBe(0);
    expect(settingsOnTarget(place, 'web')).toEqual(before);
  });

  it('leaves nothing for verify to find', async () => {
    const one = await open('one');
    commit(one.sourceOf('one'), 'main', 'More');
    git(one.sourceOf('one'), 'update-ref', '-d', 'refs/heads/topic');
    expect((await one.sync()).code).toBe(0);
    const verified = await one.run(['verify', '--migration', one.migration, '--reread-source']);
    expect([verified.code, verified.stdout]).toEqual([0, verified.stdout]);
  });
});

describe('sync --every', () => {
  it('syncs again and again until it is interrupted', async () => {
    const one = await open('one');
    const sleeps: number[] = [];
    const { folder: cwd, sandbox } = one;
    const environment = environmentIn({ cwd, environment: usersEnvironment(sandbox) });
    const { program, written, stop } = createProgramHere({
      ...{ environment, temporaryFolder: cwd },
      clock: {
        now: systemClock.now,
        async sleep(milliseconds, signal) {
          if (milliseconds < 7_000_000) return systemClock.sleep(milliseconds, signal);
          sleeps.push(milliseconds);
          if (sleeps.length === 2) stop.abort();
          else commit(one.sourceOf('one'), 'main', 'During the pause');
          signal?.throwIfAborted();
        },
      },
    });
    using _folder = standIn(cwd);
    const args = ['sync', '--migration', one.migration, '--every', '2h'];
    expect(await runCommandLine(args, program)).toBe(0);
    expect(sleeps).toHaveLength(2);
    expect(written.stdout).toContain('1 repository: 1 unchanged.');
    expect(written.stdout).toContain('synced   one  1 ref moved');
    expect(hasMoved(one, 'one')).toBe(true);
  });

  it('skips a time while another command works on the migration', async () => {
    const one = await open('one');
    commit(one.sourceOf('one'), 'main', 'Meanwhile');
    const release = hold(one, 'one');
    const args = ['sync', '--migration', one.migration];
    const other = one.start([...args, '-v'], usersEnvironment(one.sandbox));
    await other.until('one: started');
    const { folder: cwd, sandbox } = one;
    const environment = environmentIn({ cwd, environment: usersEnvironment(sandbox) });
    let sleeps = 0;
    const { program, written, stop } = createProgramHere({
      ...{ environment, temporaryFolder: cwd },
      clock: {
        now: systemClock.now,
        async sleep(milliseconds, signal) {
          if (milliseconds < 7_000_000) return systemClock.sleep(milliseconds, signal);
          sleeps += 1;
          if (sleeps === 2) stop.abort();
          release();
          await other.ended;
          signal?.throwIfAborted();
        },
      },
    });
    using _folder = standIn(cwd);
    expect(await runCommandLine([...args, '--every', '2h'], program)).toBe(0);
    expect(written.stderr).toContain(
      `Migration ${one.migration} is already running as process ${other.child.pid} on `,
    );
    expect(written.stderr).toContain(': skipped this time.');
    expect(written.stdout).toBe('1 repository: 1 unchanged.\n');
  });

  it.each(['5s', '0m', 'soon', '1.5h'])('refuses %s', async (time) => {
    place = await openWorkplace();
    const sync = ['sync', '--migration', 'mig_000000000000', '--every', time];
    const { code, stderr } = await place.run(sync);
    expect(code).toBe(2);
    expect(stderr).toContain(`--every takes an interval of at least 10s, not ${time}`);
  });
});
