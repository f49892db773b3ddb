import { afterAll, beforeAll } from 'vitest';
import { storeContract } from '../store-contract.ts';
import { storeHistories } from '../store-histories.ts';
import { openDatabasePlaces } from './database-place.ts';

const places = openDatabasePlaces();
beforeAll(places.open);
afterAll(places.close);

storeContract('the store in PostgreSQL', places.openPlace);
storeHistories('the store in PostgreSQL', places.openPlace, 40);
