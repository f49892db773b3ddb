import { afterEach, beforeEach } from 'vitest';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { OpenStorePlace, StorePlace } from '../store-place.ts';

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
export const here = { pid: 100, hostname: 'here' };
export const other = { pid: 200, hostname: 'here' };
export const elsewhere = { pid: 100, hostname: 'elsewhere' };

/** An empty place for each test of a contract, which several processes open. */
export function contractPlaceForEach(openPlace: OpenStorePlace) {
  let now: number;
  let alive: Set<number>;
  let opened: Store[];
  let place: StorePlace;

  beforeEach(async () => {
    opened = [];
    alive = new Set([here.pid, other.pid]);
    place = await openPlace();
    await moveTo(1_000_000);
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    await place[Symbol.asyncDispose]();
  });

  async function moveTo(time: number): Promise<void> {
    now = time;
    await place.setTime(time);
  }

  function again(): Store {
    const store = place.open({ now: () => now, isProcessAlive: (pid) => alive.has(pid) });
    opened.push(store);
    return store;
  }

  async function begun(): Promise<Store> {
    const store = again();
    await store.createMigration(migration, [
      { source: 'zebra', target: 'Zebra' },
      { source: 'ant', target: 'ant' },
    ]);
    return store;
  }

  return {
    get now() {
      return now;
    },
    /** Ids of the processes of this machine that live. */
    get alive() {
      return alive;
    },
    ...{ moveTo, again, begun },
  };
}

export type ContractPlace = ReturnType<typeof contractPlaceForEach>;
