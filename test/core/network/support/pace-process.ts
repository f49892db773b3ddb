/**
 * A process of its own that creates as fast as it is let, until it is killed.
 * Arguments: the host's address, the state folder.
 */
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { gitHubPolicy } from '../../../../src/core/network/http/host-policies.ts';
import { createHttpClient } from '../../../../src/core/network/http/http-client.ts';
import { createNetwork } from '../../../../src/core/network/tls-proxy/network.ts';
import { createSqliteRateLimitStore } from '../../../../src/core/state/sqlite/sqlite-rate-limit-store.ts';
import { shortLimits } from './short-pace.ts';

const [baseUrl = '', stateFolder = ''] = process.argv.slice(2);
const network = await createNetwork({
  env: {},
  caFiles: [],
  connectTimeoutSeconds: 10,
  readTimeoutSeconds: 10,
});
const client = createHttpClient({
  network,
  clock: systemClock,
  random: Math.random,
  userAgent: 'migrator-test',
  rateLimitStore: createSqliteRateLimitStore({
    stateFolder,
    clock: systemClock,
    pid: process.pid,
    isProcessAlive(pid) {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    },
    warn: (message) => process.stderr.write(`${message}\n`),
  }),
  onWait: () => {},
  log: () => {},
  baseUrl,
  authorization: 'Bearer one-for-all',
  policy: { ...gitHubPolicy('cloud'), pace: shortLimits },
});

async function create(): Promise<void> {
  for (;;) {
    await client.request({
      method: 'POST',
      path: '/things',
      body: {},
      creates: true,
      contentCreating: true,
    });
  }
}

await Promise.all([create(), create(), create(), create()]);
