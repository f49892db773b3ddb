import { describe, expect, it } from 'vitest';
import type { MigrationStatus } from '../../../../src/core/ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../../../src/core/ports/store.ts';
import {
  listKnown,
  listUnfinished,
} from '../../../../src/core/replica/apply/guard/list-unfinished.ts';

const counts = { pending: 1, running: 0, waiting: 0, succeeded: 2, skipped: 0, failed: 0 };

function storeOf(
  migrations: Readonly<Record<string, MigrationStatus>>,
  held: readonly string[],
): Pick<Store, 'listMigrations' | 'findHolder'> {
  const overview = ([id, status]: [string, MigrationStatus]): MigrationOverview => ({
    id,
    status,
    counts,
    planDigest: '',
    planText: id.endsWith('settings') ? '{"repositories":[{},{"settings":[]}]}' : '{',
    settings: id.startsWith('follow') ? '{"follow":true}' : '',
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme-gh' },
    createdAt: 0,
    updatedAt: 7,
  });
  return {
    listMigrations: async () => Object.entries(migrations).map(overview),
    findHolder: async (id) => (held.includes(id) ? { owner: 'o', pid: 1, hostname: 'here' } : null),
  };
}

describe('what has not come to its end', () => {
  it('is running where a process holds it, and can go on otherwise; the newest first', async () => {
    const store = storeOf(
      { a: 'paused', b: 'running', c: 'running', d: 'completed_with_failures', e: 'pending' },
      ['c'],
    );
    const kinds = (await listUnfinished(store)).map(({ id, kind }) => `${id} ${kind}`);
    expect(kinds).toEqual([
      'e interrupted',
      'd failed',
      'c running',
      'b interrupted',
      'a interrupted',
    ]);
  });

  it('is a migration whose targets follow their sources, also while it is synced', async () => {
    const store = storeOf({ follow1: 'completed', follow2: 'completed' }, ['follow2']);
    const kinds = (await listUnfinished(store)).map(({ id, kind }) => `${id} ${kind}`);
    expect(kinds).toEqual(['follow2 running', 'follow1 following']);
  });

  it('says whether its plan has settings to sync, also where the plan is damaged', async () => {
    const store = storeOf({ 'follow settings': 'completed', follow: 'completed' }, []);
    const found = (await listUnfinished(store)).map(({ id, hasSettings }) => [id, hasSettings]);
    expect(found).toEqual([
      ['follow', false],
      ['follow settings', true],
    ]);
  });

  it('is nothing that was completed, or ended for good', async () => {
    expect(await listUnfinished(storeOf({ a: 'completed', b: 'cancelled' }, []))).toEqual([]);
  });

  it('is followed in the menu by the last five that have come to their end', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const store = storeOf(Object.fromEntries(ids.map((id) => [id, 'completed'])), ['g']);
    const kinds = (await listKnown(store)).map(({ id, kind }) => `${id} ${kind}`);
    expect(kinds).toEqual(['g running', 'f done', 'e done', 'd done', 'c done']);
    expect(await listUnfinished(store)).toEqual([]);
  });
});
