import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecretJournal } from '../../../../src/core/secrets/state/journal.ts';
import { createHandClock } from '../../clocks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-journal-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (owner = 'acme') =>
  openSecretJournal({ folder, host: 'api.github.com', owner, clock: createHandClock() });
const web = { kind: 'repository', owner: 'acme', name: 'web' } as const;
const live = { kind: 'environment', owner: 'acme', name: 'web', environment: 'live' } as const;

describe('the journal of secrets', () => {
  it('knows in the next run what was written and what was meant to be', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.wrote(web, 'A', 5000);
    await first.intend(live, 'A', 'value');
    await first.close();
    const second = await open('ACME');
    expect(second.find({ ...web, name: 'WEB' }, 'a')).toMatchObject({
      what: 'placeholder',
      writtenAt: 5000,
    });
    expect(second.find(live, 'A')).toMatchObject({ what: 'value', writtenAt: null });
    expect(second.find(web, 'B')).toBeNull();
    expect((await open('other')).find(web, 'A')).toBeNull();
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
    expect((await open()).find(web, 'A')).toMatchObject({ writtenAt: 9000, before: null });
  });

  it('forgets what was meant and has not happened, for good', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.wrote(web, 'A', 5000);
    await first.intend(web, 'A', 'value');
    await first.withdraw(web, 'A');
    await first.intend(web, 'B', 'placeholder');
    await first.withdraw(web, 'B');
    for (const journal of [first, await open()]) {
      expect(journal.find(web, 'A')).toMatchObject({ what: 'placeholder', writtenAt: 5000 });
      expect(journal.find(web, 'B')).toBeNull();
    }
    await first.close();
  });

  it('lets one run write at a time, and the next when that has ended', async () => {
    const options = { folder, host: 'api.github.com', clock: createHandClock(), writes: true };
    const first = await openSecretJournal({ ...options, owner: 'acme' });
    await expect(openSecretJournal({ ...options, owner: 'ACME' })).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('Another run is writing the secrets of ACME'),
    });
    await (await openSecretJournal({ ...options, owner: 'other' })).close();
    await (await open()).close();
    await first.close();
    await (await openSecretJournal({ ...options, owner: 'acme' })).close();
  });

  it('passes over half a line', async () => {
    const first = await open();
    await first.intend(web, 'A', 'placeholder');
    await first.close();
    const [name = ''] = readdirSync(join(folder, 'secrets'));
    appendFileSync(join(folder, 'secrets', name), '\n{"place":"repository/web","na');
    const second = await open();
    await second.intend(web, 'B', 'placeholder');
    await second.close();
    const third = await open();
    expect(third.find(web, 'A')).not.toBeNull();
    expect(third.find(web, 'B')).not.toBeNull();
    expect(readFileSync(join(folder, 'secrets', name), 'utf8')).not.toContain('value');
  });
});
