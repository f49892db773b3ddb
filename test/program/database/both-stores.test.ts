import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { password } from '../../helpers/postgresql/start-server.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import type { Ended } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  hasMoved,
} from '../../helpers/repositories/migration-fixture.ts';

let database: TestDatabase;
let place: Workplace;
beforeEach(async () => {
  [database, place] = await Promise.all([
    openTestDatabase(),
    openWorkplace({ limits: { bitbucket: 'none', github: 'none' } }),
  ]);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/**
 * Breaks each connection to the database that is 300 ms old, looking five times a second, and gives how many it broke once
 * that is over. A slow machine gets something done within 300 ms.
 */
async function breakConnections(own: TestDatabase, over: AbortSignal): Promise<number> {
  const admin = await own.connect();
  let broken = 0;
  while (!over.aborted) {
    const { rows } = await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_start < now() - interval '300 ms'`);
    broken += rows.length;
    await setTimeout(200, undefined, { signal: over }).catch(() => undefined);
  }
  await admin.end();
  return broken;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Migrates a small workspace by every command that keeps something, and gives what each has said and what there is then. */
async function wholeMigration(own: Workplace, environment: Variables) {
  await addPullRequests(own, 'web');
  await addRepositories(own, 'api', 'docs');
  own.write('plan.json', own.plan('web', 'api', 'docs', 'gone'));
  const said: string[] = [];
  let migration = '';
  const run = async (...args: readonly string[]): Promise<Ended> => {
    const ended = await own.run(args, environment);
    // Ids and times are no two runs' the same.
    const told = (text: string) =>
      text
        .replace(/mig_[0-9a-z]{12}/g, 'ID')
        .replace(/(SHA-256 of the report's data: )[0-9a-f]{64}/, '$1DIGEST')
        .replace(/"[^"]*(_at|At)":("[^"]*"|\d+)/g, 'AT')
        .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?/g, 'TIME')
        .replace(/\d+(\.\d+)? ?(ms|s)\b/g, 'TIME')
        .replace(/("milliseconds":)\d+/g, '$1TIME')
        .replace(/127\.0\.0\.1:\d+/g, 'HOST');
    said.push(`${args[0]}: ${ended.code}\n${told(ended.stdout)}`);
    return ended;
  };
  await run('migrate', '--plan', 'plan.json');
  own.write('plan.json', own.plan('web', 'api', 'docs'));
  await run('migrate', '--plan', 'plan.json');
  const list = await run('status', '--list');
  migration = /mig_[0-9a-z]{12}/.exec(list.stdout)?.[0] ?? '';
  await run('status', '--migration', migration, '--json');
  await run('status', '--migration', migration, '--repository', 'web');
  await run('verify', '--migration', migration);
  await run('sync', '--migration', migration);
  await run('migrate', '--resume', migration, '--reset-repo', 'api');
  await run('settings', '--migration', migration, '--dry-run');
  await run('remotes', '--migration', migration, '--output', 'remotes');
  await run('migrate', '--cancel', migration, '--yes');
  await run('doctor', '--json');
  return {
    said: said.filter((one) => !one.startsWith('doctor')),
    conversations: conversationsOf(own, 'web').length,
    moved: ['api', 'docs'].map((slug) => hasMoved(own, slug)),
    remotes: readFileSync(join(own.folder, 'remotes', 'gitconfig'), 'utf8'),
    doctor: said.at(-1) ?? '',
  };
}

/** All rows of all tables. */
async function everythingIn({ connect }: TestDatabase): Promise<string> {
  const client = await connect();
  const { rows: tables } = await client.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'migrator'`,
  );
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const { rows } = await client.query(`SELECT t::text AS text FROM migrator.${tablename} t`);
    texts.push(...rows.map(({ text }) => String(text)));
  }
  await client.end();
  return texts.join('\n');
}

function secretsOf({ sandbox, folder }: Workplace): readonly string[] {
  const key = readFileSync(join(folder, 'state', 'marker.key'), 'utf8').trim();
  const variables = Object.entries(usersEnvironment(sandbox));
  const secret = /TOKEN|PASSWORD|LICENSE$/;
  return [key, ...variables.flatMap(([name, value]) => (secret.test(name) ? value : []))];
}

describe('a migration whose state is in PostgreSQL', () => {
  it('says and does what one in the state folder does', async () => {
    await using other = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    const inFolder = await wholeMigration(other, {});
    const inDatabase = await wholeMigration(place, { MIGRATOR_DATABASE_URL: database.url });
    const { said, moved, conversations } = inFolder;
    expect(inDatabase).toMatchObject({ said, moved, conversations });
    expect(moved).toEqual([true, true]);
    expect(conversations).toBeGreaterThan(10);
    expect(inDatabase.doctor).toContain(`(${database.name}): 1 migration`);
    expect(
      readdirSync(join(place.folder, 'state')).filter((name) => name.includes('sqlite')),
    ).toEqual([]);
    const stored = await everythingIn(database);
    expect(stored).toContain('acme-workspace');
    for (const secret of secretsOf(place)) expect(stored).not.toContain(secret);
  });

  it('goes on from another machine with the same key, and is refused with another', async () => {
    const environment = { MIGRATOR_DATABASE_URL: database.url };
    await addPullRequests(place, 'web');
    const faults = place.sandbox.faults;
    const action = { kind: 'status', status: 403, body: '{"message":"Forbidden"}' } as const;
    faults.add({ host: 'github', method: 'POST', path: /\/issues\/\d+\/comments$/, action });
    const first = await place.run(['migrate', '--plan', 'plan.json'], environment);
    expect(first.code).not.toBe(0);
    faults.clear();
    const migration = /mig_[0-9a-z]{12}/.exec(first.stdout + first.stderr)?.[0] ?? '';
    const resume = ['migrate', '--resume', migration];
    const elsewhere = { ...environment, MIGRATOR_STATE_DIR: join(place.folder, 'elsewhere') };
    const without = await place.run(resume, elsewhere);
    expect([without.code, without.stderr]).toEqual([8, expect.stringContaining('marker.key')]);
    const another = place.write('another.key', 'f'.repeat(64));
    const refused = await place.run(resume, { ...elsewhere, MIGRATOR_MARKER_KEY_FILE: another });
    expect([refused.code, refused.stderr]).toEqual([
      8,
      expect.stringContaining('set MIGRATOR_MARKER_KEY_FILE'),
    ]);
    const key = join(place.folder, 'state', 'marker.key');
    const resumed = await place.run(resume, { ...elsewhere, MIGRATOR_MARKER_KEY_FILE: key });
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('1 done')]);
    const conversations = conversationsOf(place, 'web');
    expect(new Set(conversations).size).toBe(conversations.length);
  });

  it('is complete, with nothing doubled, where its connections break again and again', async () => {
    const environment = { MIGRATOR_DATABASE_URL: database.url };
    await addPullRequests(place, 'web');
    const over = new AbortController();
    const breaking = breakConnections(database, over.signal);
    const run = await place
      .run(['migrate', '--plan', 'plan.json'], environment)
      .finally(() => over.abort());
    const broken = await breaking;
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('1 done')]);
    expect(broken).toBeGreaterThan(2);
    const id = /mig_[0-9a-z]{12}/.exec(run.stdout)?.[0] ?? '';
    const verified = await place.run(['verify', '--migration', id, '--reread-source'], environment);
    expect(verified.stdout).toContain('No unexpected differences');
    await using usual = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addPullRequests(usual, 'web');
    await usual.run(['migrate', '--plan', 'plan.json']);
    const many = (one: Workplace) => conversationsOf(one, 'web').length;
    expect(many(place)).toBe(many(usual));
  });

  it('is found by migrator.yaml, which may hold no password', async () => {
    await addRepositories(place, 'api');
    const url = database.tcpUrl('127.0.0.1');
    place.write('migrator.yaml', `state:\n  url: ${url}\n`);
    const config = ['--config', 'migrator.yaml'];
    const migrate = ['migrate', '--plan', 'plan.json', ...config];
    const run = await place.run(migrate, { PGPASSWORD: password });
    expect(run.code).toBe(0);
    const list = await place.run(['status', '--list', ...config], { PGPASSWORD: password });
    expect(list.stdout).toContain('1 of 1 done');
    const none = await place.run(['status', '--list'], { MIGRATOR_DATABASE_URL: 'none' });
    expect(none.stdout).toContain('No migrations yet');
    const shown = await place.run(['config', 'show'], { PGPASSWORD: password });
    expect(shown.stdout).toContain('state.url');
    expect(shown.stdout).not.toContain(password);
    place.write('migrator.yaml', `state:\n  url: ${url.replace('@', `:${password}@`)}\n`);
    const refused = await place.run(['status', '--list']);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('.pgpass');
    expect(refused.stderr).not.toContain(password);
  });

  it('never shows the password of the address, whatever is wrong', async () => {
    const secret = 'not-the-right-one';
    const url = database.tcpUrl('127.0.0.1').replace('@', `:${secret}@`);
    await addRepositories(place, 'api');
    for (const args of [
      ['status', '--list'],
      ['doctor'],
      ['migrate', '--plan', 'plan.json', '-vvv'],
    ]) {
      const ended = await place.run([...args, '--log-file', 'log'], { MIGRATOR_DATABASE_URL: url });
      expect(ended.code).toBe(8);
      expect(`${ended.stdout}${ended.stderr}`).toContain('rejected the password');
      expect(
        `${ended.stdout}${ended.stderr}${readFileSync(join(place.folder, 'log'), 'utf8')}`,
      ).not.toContain(secret);
      rmSync(join(place.folder, 'log'));
    }
  });
});
