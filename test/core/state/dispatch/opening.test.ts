import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/core/app/open-database.ts';
import { bossSchemaVersion } from '../../../../src/core/state/postgresql/dispatch/start-boss.ts';
import { password } from '../../../helpers/postgresql/start-server.ts';
import { createProgramHere } from '../../../helpers/program/run-here.ts';
import { openDirectly } from '../postgresql/database-place.ts';
import {
  type DispatcherPlace,
  everything,
  openDispatcherPlace,
  repository,
  takeAll,
} from './dispatcher-place.ts';

let place: DispatcherPlace;
beforeEach(async () => {
  place = await openDispatcherPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

/** As a user of the server who owns nothing. */
async function openAsUser(prepare: (user: string) => string) {
  const user = `user_${place.database.name}`;
  await place.database.run(`CREATE ROLE ${user} LOGIN; ${prepare(user)}`);
  const url = place.database.url.replace('postgresql://migrator@', `postgresql://${user}@`);
  return place.open({ open: () => openDirectly(url) });
}

async function dropUser() {
  const user = `user_${place.database.name}`;
  await place.database.run(`DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
}

describe('opening the queue', () => {
  it('creates it once when five processes do it at the same time', async () => {
    const dispatchers = await Promise.all(Array.from({ length: 5 }, () => place.open()));
    for (const [index, one] of dispatchers.entries()) {
      await one.queue([repository({ source: `r${index}` })]);
    }
    const taken = await Promise.all(dispatchers.map((one) => takeAll(one)));
    expect(taken.flat().sort()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  });

  it('creates the version of the schema that newer versions recognise', async () => {
    await place.open();
    const client = await place.database.connect();
    const { rows } = await client.query('SELECT version FROM migrator_queue.version');
    await client.end();
    expect(rows).toEqual([{ version: bossSchemaVersion }]);
  });

  it('connects as the store does, with TLS and a password that no job holds', async () => {
    const { program } = createProgramHere({ environment: {}, temporaryFolder: '/nowhere' });
    const { tcpUrl, caFile } = place.database;
    const url = `${tcpUrl('localhost')}?sslrootcert=${encodeURIComponent(caFile)}&sslmode=verify-full`;
    const variables = { PGPASSWORD: password };
    const database = await openDatabase({ program, variables, url });
    const dispatcher = await database.openDispatcher();
    await dispatcher.queue([repository({ taskOptions: JSON.stringify({ password }) })]);
    const taken = await dispatcher.take(everything);
    expect(taken?.taskOptions).toBe('{"password":"[redacted]"}');
    await dispatcher.close();
  });

  it('stops with a sentence where a newer version has changed it, also while it is open', async () => {
    const open = await place.open();
    await open.queue([repository()]);
    await place.database.run('UPDATE migrator_queue.version SET version = version + 1');
    const refused = {
      code: 'state',
      message:
        'The queue in the database at db:5432/state was changed by a newer version of migrator',
    };
    await expect(open.take(everything)).rejects.toMatchObject(refused);
    await expect(place.open()).rejects.toMatchObject(refused);
  });

  it('asks for the right to create it', async () => {
    await expect(openAsUser(() => '')).rejects.toMatchObject({
      code: 'state',
      message: 'The database at db:5432/state does not allow this user to write its state',
    });
    await dropUser();
  });

  it('needs no right on the database where its schema is there', async () => {
    const dispatcher = await openAsUser(
      (user) => `CREATE SCHEMA migrator_queue AUTHORIZATION ${user}`,
    );
    await dispatcher.queue([repository()]);
    expect(await takeAll(dispatcher)).toEqual(['web']);
    await dispatcher.close();
    await dropUser();
  });
});
