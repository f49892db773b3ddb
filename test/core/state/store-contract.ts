import { describe } from 'vitest';
import { contractPlaceForEach } from './contract/contract-place.ts';
import { createdObjects } from './contract/created-objects.ts';
import { keptMigrations } from './contract/kept-migrations.ts';
import { rightToWrite } from './contract/right-to-write.ts';
import type { OpenStorePlace } from './store-place.ts';

/** States what every implementation of the store has to keep. Each test opens the same place several times. */
export function storeContract(name: string, openPlace: OpenStorePlace): void {
  describe(`${name} as a store`, () => {
    const at = contractPlaceForEach(openPlace);
    keptMigrations(at);
    createdObjects(at);
    rightToWrite(at);
  });
}
