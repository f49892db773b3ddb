import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type {
  PutSecret,
  SecretTarget,
  TargetSecret,
} from '../../../../src/core/ports/secret-target.ts';
import type { JournalEntry, SecretJournal } from '../../../../src/core/secrets/state/journal.ts';
import type { VaultEntries } from '../../../../src/core/vault/entries/entries.ts';
import { fillScope } from '../../../../src/core/vault/fill/fill-scope.ts';

const minute = 60_000;
const made = Date.UTC(2026, 10, 20, 12);
const place = { kind: 'repository', owner: 'acme', name: 'web' } as const;

/** A target that holds one placeholder, and keeps every write waiting. */
function target(options: { waits: number; change: () => void }) {
  let time = made + minute;
  const found: TargetSecret = { name: 'KEY', createdAt: made, updatedAt: made };
  const rows = [found];
  const sent: PutSecret[] = [];
  const secrets = {
    list: async () => [...rows],
    publicKey: async () => ({ id: '1', key: 'key' }),
    async put(request: PutSecret) {
      time += options.waits;
      if (request.isCurrent?.() === false) {
        options.change();
        return { kind: 'outdated', at: null } as const;
      }
      sent.push(request);
      return { kind: 'replaced', at: time } as const;
    },
  } as Partial<SecretTarget> as SecretTarget;
  return { secrets, sent, rows, clock: { now: () => time } };
}

async function fill({ secrets, clock }: Pick<ReturnType<typeof target>, 'secrets' | 'clock'>) {
  const entry: JournalEntry = {
    what: 'placeholder',
    intendedAt: made,
    writtenAt: made,
    before: null,
  };
  const journal = {
    find: () => entry,
    intend: async () => {},
    wrote: async () => {},
    withdraw: async () => {},
  } as Partial<SecretJournal> as SecretJournal;
  const entries = {
    facts: async () => ({ version: 2, writtenAt: made, isDeleted: false, metadata: {} }),
    read: async () => ({ state: 'filled', value: 'a value', version: 2 }),
  } as Partial<VaultEntries> as VaultEntries;
  const address = { level: 'repository', repository: 'web', name: 'KEY' } as const;
  const { signal } = new AbortController();
  const { values } = await fillScope(
    {
      entries,
      target: secrets,
      journal,
      clock,
      sent: { find: () => null, add: async () => {} },
      seal: async () => () => 'sealed',
      redactor: new Redactor(),
      visibilityOf: () => Promise.reject(new Error('not asked for')),
      isMigrated: () => Promise.reject(new Error('not asked for')),
      replaceExisting: false,
      maxValueBytes: 48 * 1024,
      dryRun: false,
      signal,
      drain: signal,
    },
    { place, values: [{ name: 'KEY', address, path: 'p/KEY', organization: null }] },
  );
  return values.map(({ state }) => state);
}

describe('a value that has to wait for the target', () => {
  it('is not sent over what a person has filled in meanwhile', async () => {
    const host = target({
      waits: 5 * minute,
      change: () =>
        host.rows.splice(0, 1, { name: 'KEY', createdAt: made, updatedAt: made + minute }),
    });
    expect(await fill(host)).toEqual(['kept']);
    expect(host.sent).toEqual([]);
  });

  it('is sent in the end, however slow the target is', async () => {
    const host = target({ waits: 5 * minute, change: () => {} });
    expect(await fill(host)).toEqual(['written']);
    expect(host.sent).toHaveLength(1);
  });
});
