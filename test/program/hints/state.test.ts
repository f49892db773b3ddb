import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MigratorError } from '../../../src/core/kernel/errors.ts';
import { createSqliteStore } from '../../../src/core/state/sqlite/sqlite-store.ts';
import { stateError } from '../../../src/core/state/sqlite/state-error.ts';
import { createFollower } from '../../helpers/hints/follow.ts';
import { createProgramHere } from '../../helpers/program/run-here.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

const run = ['migrate', '--plan', 'plan.json'];
const file = { '<file>': 'plan.json' };

let place: Workplace;
let id: string;
const { follow, followText, expectAll } = createFollower(() => place);

let unfinished: Buffer;

beforeAll(async () => {
  place = await openWorkplace();
  await addPullRequests(place, 'web');
  const { faults } = place.sandbox;
  const action = { kind: 'status', status: 403, body: '{"message":"Forbidden"}' } as const;
  const path = /\/issues\/\d+\/comments$/;
  faults.add({ host: 'github', method: 'POST', path, action });
  await place.run(run);
  faults.clear();
  id = await newestMigration(place);
  unfinished = readFileSync(inState('migrator.sqlite'));
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

/** The state of a migration that has created pull requests, and is not done. */
function halfDone(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(inState(`migrator.sqlite${end}`), { force: true });
  writeFileSync(inState('migrator.sqlite'), unfinished);
}

const inState = (name: string) => join(place.folder, 'state', name);

function sql(text: string): void {
  const database = new DatabaseSync(inState('migrator.sqlite'));
  database.exec(text);
  database.close();
}

/** Takes a file away until it is put back. */
function without(name: string): () => void {
  const content = readFileSync(inState(name));
  rmSync(inState(name));
  return () => writeFileSync(inState(name), content);
}

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of a state that lacks the key of its pull requests', async () => {
    const putBack = without('marker.key');
    const found = await follow(run);
    expect(found).toEqual([`migrate --cancel ${id}`]);
    // It can be neither resumed nor compared any more, so that no command is named.
    expect(await follow(['verify', '--migration', id])).toEqual([]);
    putBack();
  });

  it('of a plan that two processes start at once', async () => {
    halfDone();
    const { program } = createProgramHere({ environment: {}, temporaryFolder: tmpdir() });
    const store = createSqliteStore({ ...program, stateFolder: join(place.folder, 'state') });
    const [first] = (await store.listMigrations()).filter((one) => one.id === id);
    if (first === undefined) throw new Error('no migration');
    const second = store.createMigration({ ...first, id: 'mig_000000000002' }, []);
    const { hint } = (await second.catch((error: MigratorError) => error)) as MigratorError;
    await store.close();
    // The other one has ended by then, as it does here.
    await place.run(run);
    expect(await followText(hint ?? '')).toEqual([`status --migration ${id} --watch`]);
  });

  it('of a state that a newer version has written', async () => {
    halfDone();
    const database = new DatabaseSync(inState('migrator.sqlite'), { readOnly: true });
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    database.close();
    sql('PRAGMA user_version = 99');
    // The other version, which the hint asks for, is this one again.
    const mend = () => sql(`PRAGMA user_version = ${version}`);
    const found = await follow(run, { mend, values: { '<id>': id } });
    expect(found).toEqual(['status', `migrate --resume ${id}`]);
  });

  it('of a state that cannot be opened, is busy or fails otherwise', async () => {
    for (const thrown of [{ errcode: 8 }, { errcode: 5 }, new Error('input/output error')]) {
      const { hint } = stateError(thrown, inState('migrator.sqlite'));
      expect(await followText(hint ?? '')).toHaveLength(1);
    }
  });

  it('of a plan in the state that cannot be read', async () => {
    sql(`UPDATE migration SET status = 'failed', plan_text = '{}' WHERE id = '${id}'`);
    const found = await follow(['migrate', '--resume', id]);
    expect(found).toEqual([`status --migration ${id}`, `migrate --cancel ${id}`]);
  });

  it('of a damaged state, with and without a plan', async () => {
    for (const args of [run, ['migrate', '--resume', id, '--reset-state']]) {
      writeFileSync(inState('migrator.sqlite'), 'overwritten with text');
      const found = await follow(args, { values: file });
      expect(found[0]).toBe('migrate --plan plan.json --reset-state');
    }
  });

  it('of a damaged state that was lost with its key', async () => {
    const putBack = without('marker.key');
    writeFileSync(inState('migrator.sqlite'), 'overwritten with text');
    expect(await follow([...run, '--reset-state'])).toEqual(['doctor']);
    putBack();
  });

  it('are all that hints of the state name', () => expectAll('state'));
});
