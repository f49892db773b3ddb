import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { administrator } from '../../../core/verbs/cutover/lock/locked-sandbox.ts';
import { openTestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { refsOf } from '../../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../../helpers/repositories/migration-fixture.ts';
import { commit } from '../../sync/sync-place.ts';

/**
 * States of an earlier version that was killed: a migration and a sync once their push had arrived, a cut-over once the source was
 * locked. This version is killed at the same moment, so that the hosts are as that one left them, and then gets its state.
 */
const kept = (name: string, file: string) =>
  fileURLToPath(new URL(`../../../fixtures/earlier/half-done/${name}/${file}`, import.meta.url));

async function openPlace(name: string, ...slugs: readonly string[]): Promise<Workplace> {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, ...slugs);
  mkdirSync(join(place.folder, 'state'), { mode: 0o700 });
  copyFileSync(kept(name, 'marker.key'), join(place.folder, 'state', 'marker.key'));
  return place;
}

type Environment = Readonly<Record<string, string>>;

async function killAtPush(place: Workplace, args: readonly string[], environment?: Environment) {
  const running = place.start(args, environment);
  place.sandbox.faults.add({
    ...{ host: 'github-git', method: 'POST', path: /git-receive-pack/ },
    action: { kind: 'lost-answer', onDone: () => void running.child.kill('SIGKILL') },
  });
  await running.ended;
  place.sandbox.faults.clear();
}

function takeState(place: Workplace, name: string): Promise<string> {
  const path = join(place.folder, 'state', 'migrator.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  copyFileSync(kept(name, 'migrator.sqlite'), path);
  return newestMigration(place);
}

const emptyTables = `DO $$ DECLARE one text; BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'migrator' LOOP
    EXECUTE 'TRUNCATE migrator.' || one || ' CASCADE';
  END LOOP;
END $$;`;

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];

async function expectWhole(place: Workplace, id: string, environment?: Environment) {
  const { repositories } = place.sandbox.github;
  for (const { name } of repositories)
    expect(refsOf(targetOf(place, name))).toBe(refsOf(place.sandbox.bitbucket.gitDirectory(name)));
  const { code, stdout } = await place.run(['verify', '--migration', id], environment);
  expect(code, stdout).toBe(0);
}

describe('what an earlier version had begun when it was killed', () => {
  it('is a migration that is resumed', async () => {
    await using place = await openPlace('migration', 'one', 'two');
    await killAtPush(place, migrate);
    const id = await takeState(place, 'migration');
    const { code, stderr } = await place.run(['migrate', '--resume', id]);
    expect(code, stderr).toBe(0);
    expect(place.sandbox.github.repositories).toHaveLength(2);
    await expectWhole(place, id);
  });

  it('is a migration in PostgreSQL that is resumed', async () => {
    await using database = await openTestDatabase();
    await using place = await openPlace('postgresql', 'one', 'two');
    const environment = { MIGRATOR_DATABASE_URL: database.url };
    await killAtPush(place, migrate, environment);
    await database.run(`${emptyTables} ${readFileSync(kept('postgresql', 'state.sql'), 'utf8')}`);
    const id = await newestMigration(place, environment);
    const { code, stderr } = await place.run(['migrate', '--resume', id], environment);
    expect(code, stderr).toBe(0);
    expect(place.sandbox.github.repositories).toHaveLength(2);
    await expectWhole(place, id, environment);
  });

  it('is a sync that is ended', async () => {
    await using place = await openPlace('sync', 'one');
    expect((await place.run(migrate)).code).toBe(0);
    commit(place.sandbox.bitbucket.gitDirectory('one'), 'main', 'More');
    await killAtPush(place, ['sync', '--migration', await newestMigration(place)]);
    const id = await takeState(place, 'sync');
    const { code, stdout } = await place.run(['sync', '--migration', id]);
    expect(code, stdout).toBe(0);
    await expectWhole(place, id);
  });

  it('is a cut-over that is ended', async () => {
    await using place = await openPlace('cutover', 'one');
    const options = { pull_requests: { migrate: false } };
    place.write('plan.json', { ...place.plan('one'), follow: true, options });
    expect((await place.run(migrate)).code).toBe(0);
    const { scopes } = administrator;
    const token = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const credentials = { SRC_API_TOKEN: token };
    const cutover = (id: string) => ['cutover', '--migration', id, '--yes'];
    const running = place.start(cutover(await newestMigration(place)), credentials);
    place.sandbox.faults.decide(({ host, method }) => {
      if (host !== 'github' || method !== 'PATCH') return null;
      running.child.kill('SIGKILL');
      return { kind: 'reset' };
    });
    await running.ended;
    place.sandbox.faults.clear();
    const id = await takeState(place, 'cutover');
    const { code, stderr } = await place.run(cutover(id), credentials);
    expect(code, stderr).toBe(0);
    expect(place.sandbox.github.findRepository('acme/one')?.hasIssues).toBe(true);
    await expectWhole(place, id);
    const rollback = ['rollback', '--migration', id, '--yes'];
    expect((await place.run(rollback, credentials)).code).toBe(0);
    const { uuid = '' } = place.sandbox.bitbucket.findRepository('one') ?? {};
    expect(place.sandbox.bitbucket.settings.ofRepository(uuid).restrictions).toEqual([]);
  });
});
