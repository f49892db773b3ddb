import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/core/ports/store.ts';
import {
  type OpenJournal,
  openSecretJournal,
} from '../../../../src/core/secrets/state/open-journal.ts';
import { createHandClock } from '../../clocks.ts';
import { openDatabasePlaces } from '../../state/postgresql/database-place.ts';
import type { StorePlace } from '../../state/store-place.ts';

let folder: string;
let store: StorePlace | null;
let opened: Store[];
const places = openDatabasePlaces();
beforeAll(places.open);
afterAll(places.close);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-journal-'));
  [store, opened] = [null, []];
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const one of opened) await one.close();
  await store?.[Symbol.asyncDispose]();
});

/** As a process does it, here or on another machine. */
function open(owner = 'acme', more: Partial<OpenJournal> = {}) {
  const own = store?.open({ now: () => 0, isProcessAlive: (pid) => pid !== 13 }) ?? null;
  if (own !== null) opened.push(own);
  return openSecretJournal({
    ...{ folder, host: 'api.github.com', owner, clock: createHandClock(), writes: true },
    ...{ notes: own?.secretNotes ?? null, process: { pid: 1, hostname: 'here' } },
    ...more,
  });
}
const read = (owner?: string) => open(owner, { writes: false });
const web = { kind: 'repository', owner: 'acme', name: 'web' } as const;
const live = { kind: 'environment', owner: 'acme', name: 'web', environment: 'live' } as const;

describe.each(['a file', 'the database'])('the journal of secrets in %s', (where) => {
  beforeEach(async () => {
    if (where === 'the database') store = await places.openPlace();
  });

  it('knows in the next run what was written and what was meant to be', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.wrote(web, 'A', 5000);
    await first.intend(live, 'A', 'value');
    await first.close();
    const second = await read('ACME');
    expect(second.find({ ...web, name: 'WEB' }, 'a')).toMatchObject({
      what: 'placeholder',
      writtenAt: 5000,
    });
    expect(second.find(live, 'A')).toMatchObject({ what: 'value', writtenAt: null });
    expect(second.find(web, 'B')).toBeNull();
    expect((await read('other')).find(web, 'A')).toBeNull();
  });

  it('preserves the entry before while the outcome of the next is unknown', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.wrote(web, 'A', 5000);
    await first.intend(web, 'A', 'value');
    await first.intend(web, 'A', 'value');
    await first.close();
    const second = await open();
    const held = { what: 'placeholder', writtenAt: 5000 };
    expect(second.find(web, 'A')).toMatchObject({ what: 'value', writtenAt: null, before: held });
    await second.wrote(web, 'A', 9000);
    await second.close();
    expect((await read()).find(web, 'A')).toMatchObject({ writtenAt: 9000, before: null });
  });

  it('forgets what was meant and has not happened, for good', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.wrote(web, 'A', 5000);
    await first.intend(web, 'A', 'value');
    await first.withdraw(web, 'A');
    await first.intend(web, 'B', 'placeholder');
    await first.withdraw(web, 'B');
    for (const journal of [first, await read()]) {
      expect(journal.find(web, 'A')).toMatchObject({ what: 'placeholder', writtenAt: 5000 });
      expect(journal.find(web, 'B')).toBeNull();
    }
    await first.close();
  });

  it('lets one run write at a time, and the next when that has ended', async () => {
    const first = await open();
    await expect(open('ACME')).rejects.toMatchObject({
      code: 'state',
      message: expect.stringMatching(/^Another run is writing secrets for acme/i),
    });
    await (await open('other')).close();
    await (await read()).close();
    await first.close();
    await (await open()).close();
  });
});

describe('the journal of secrets in a file', () => {
  it('passes over half a line', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.close();
    const [name = ''] = readdirSync(join(folder, 'secrets'));
    appendFileSync(join(folder, 'secrets', name), '\n{"place":"repository/web","na');
    const second = await open();
    await second.intend(web, 'B', 'placeholder');
    await second.close();
    const third = await read();
    expect(third.find(web, 'A')).not.toBeNull();
    expect(third.find(web, 'B')).not.toBeNull();
    expect(readFileSync(join(folder, 'secrets', name), 'utf8')).not.toContain('value');
  });
});

describe('the journal of secrets in the database', () => {
  beforeEach(async () => {
    store = await places.openPlace();
  });

  it('lets a run write no more once another has taken over from it', async () => {
    const first = await open('acme', { process: { pid: 13, hostname: 'here' } });
    await first.intend(web, 'A', 'placeholder');
    const second = await open();
    await expect(first.intend(web, 'B', 'placeholder')).rejects.toMatchObject({
      code: 'state',
      message: 'Another run has started writing secrets for acme on api.github.com',
    });
    expect([second.find(web, 'A')?.what, second.find(web, 'B')]).toEqual(['placeholder', null]);
    await second.close();
  });

  it('begins with what this machine has kept in files', async () => {
    const alone = await open('acme', { notes: null });
    await alone.intend(web, 'A', 'placeholder');
    await alone.wrote(web, 'A', 5000);
    await alone.close();
    const held = { what: 'placeholder', writtenAt: 5000 };
    expect((await read()).find(web, 'A')).toMatchObject(held);
    await (await open()).close();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect((await read()).find(web, 'A')).toMatchObject(held);
  });
});
