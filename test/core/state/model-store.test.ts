import { modelStore } from './model-store.ts';
import { storeContract } from './store-contract.ts';
import { hostname } from './store-place.ts';

storeContract('the model of the store', async () => {
  const migrations = new Map();
  return {
    open: (process) => modelStore({ ...process, migrations, hostname }),
    async setTime() {},
    async [Symbol.asyncDispose]() {},
  };
});
