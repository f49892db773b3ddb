import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import type { ClaimWriter, SharedRuns } from '../../../../src/core/ports/state/shared-run.ts';
import type { MigrationWriter, Store } from '../../../../src/core/ports/store.ts';
import type { OpenStorePlace } from '../store-place.ts';

export const migration: Migration = {
  id: 'mig_000000000001',
  planDigest: 'digest',
  planText: '{"version":1}',
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme-org' },
  settings: '{}',
  status: 'pending',
  createdAt: 1000,
  updatedAt: 1000,
};
export const run = { id: 'run-1', task: 'migrate', options: '{"workers":2}' } as const;
export const coordinator = { pid: 100, hostname: 'here' };
export const worker = { pid: 200, hostname: 'here' };
export const elsewhere = { pid: 100, hostname: 'elsewhere' };
export const ant = { migration: migration.id, run: run.id, source: 'ant' };

/** A migration of two repositories whose coordinator shares its run. */
export interface SharedRunPlace extends AsyncDisposable {
  /** The coordinator's. */
  readonly held: MigrationWriter;
  /** The processes of this machine. */
  readonly alive: Set<number>;
  pass(milliseconds: number): Promise<void>;
  /** As another process does it. */
  open(): Store;
  shared(): SharedRuns;
  claimed(of?: typeof ant, holder?: typeof worker): Promise<ClaimWriter>;
}

export async function openSharedRunPlace(places: {
  readonly openPlace: OpenStorePlace;
}): Promise<SharedRunPlace> {
  const opened: Store[] = [];
  const alive = new Set([100, 200, 300]);
  const place = await places.openPlace();
  let now = 1_000_000;
  await place.setTime(now);
  function open(): Store {
    const store = place.open({ now: () => now, isProcessAlive: (pid) => alive.has(pid) });
    opened.push(store);
    return store;
  }
  function shared(): SharedRuns {
    const { shared: runs } = open();
    if (runs === null) throw new Error('nothing is shared');
    return runs;
  }
  const store = open();
  await store.createMigration(migration, [
    { source: 'zebra', target: 'zebra' },
    { source: 'ant', target: 'ant' },
  ]);
  const held = await store.acquire(migration.id, coordinator, 'migrate');
  await held.share?.(run);
  return {
    ...{ held, alive, open, shared },
    async pass(milliseconds) {
      now += milliseconds;
      await place.setTime(now);
    },
    async claimed(of = ant, holder = worker) {
      const claim = await shared().claim(of, holder);
      if (claim === null) throw new Error('it is taken');
      return claim;
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
