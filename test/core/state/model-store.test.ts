import { modelStore } from './model-store.ts';
import { storeContract } from './store-contract.ts';
import { hostname } from './store-place.ts';

storeContract('the model of the store', async () => {
  const [migrations, claims] = [new Map(), new Map()];
  return {
    open: (process) => modelStore({ ...process, migrations, claims, hostname }),
    async setTime() {},
    async [Symbol.asyncDispose]() {},
  };
});
