import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ClaimWriter, SharedRuns } from '../../../../src/core/ports/state/shared-run.ts';
import type { MigrationWriter } from '../../../../src/core/ports/store.ts';
import { contractPlaceForEach, here, migration, other } from '../contract/contract-place.ts';
import { openDatabasePlaces } from './database-place.ts';

export const run = { id: 'run-1', task: 'migrate', options: '{"workers":2}' } as const;
export const ant = { migration: migration.id, run: run.id, source: 'ant' };

/** For each test a migration whose coordinator, `here`, shares its run, in one database for the file. */
export function sharedRunForEach() {
  const places = openDatabasePlaces();
  beforeAll(places.open);
  afterAll(places.close);
  const place = contractPlaceForEach(places.openPlace);
  let held: MigrationWriter;
  beforeEach(async () => {
    const store = await place.begun();
    held = await store.acquire(migration.id, here, 'migrate');
    await held.share?.(run);
  });

  function shared(): SharedRuns {
    const { shared: runs } = place.again();
    if (runs === null) throw new Error('nothing is shared');
    return runs;
  }

  return {
    /** The coordinator's. */
    get held() {
      return held;
    },
    /** Ids of the processes of this machine that live. */
    get alive() {
      return place.alive;
    },
    /** As another process does it. */
    open: place.again,
    shared,
    pass: (milliseconds: number) => place.moveTo(place.now + milliseconds),
    /** @throws where it is taken */
    async claimed(of = ant, holder = other): Promise<ClaimWriter> {
      const claim = await shared().claim(of, holder);
      if (claim === null) throw new Error('it is taken');
      return claim;
    },
  };
}
