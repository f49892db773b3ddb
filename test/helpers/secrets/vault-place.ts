import { createFaultBook, type Faults } from '../../../sandbox/network/faults.ts';
import { createRequestLog, type RecordedRequest } from '../../../sandbox/network/request-log.ts';
import { loopbackPlace, startServer } from '../../../sandbox/network/server.ts';
import { createVaultHost, type VaultHost } from '../../../sandbox/vault/host.ts';
import { createVaultRestServer } from '../../../sandbox/vault/rest-server.ts';
import type { VaultSettings } from '../../../src/core/vault/http/vault-settings.ts';
import { openVault, type Vault } from '../../../src/core/vault/open-vault.ts';
import { createTestServices, type TestServices } from '../../core/network/support/client.ts';
import { createVirtualClock } from '../../core/network/support/virtual-clock.ts';

export interface VaultPlace extends AsyncDisposable {
  readonly host: VaultHost;
  readonly url: string;
  readonly faults: Faults;
  readonly requests: readonly RecordedRequest[];
  readonly services: TestServices;
  readonly clock: ReturnType<typeof createVirtualClock>;
  /** With a root token unless another is given. */
  open(settings?: Partial<VaultSettings>): Vault;
}

/** The vault's stand-in alone, and clients of it; both go by one clock, which waits for nothing. */
export async function openVaultPlace(): Promise<VaultPlace> {
  const clock = createVirtualClock();
  const host = createVaultHost({ now: () => clock.now() });
  const faults = createFaultBook();
  const log = createRequestLog();
  const server = await startServer(
    { faults, log, latencyMs: 0, pagesKey: null, placeOf: () => loopbackPlace },
    'vault',
    () => [createVaultRestServer({ host })],
  );
  const services = await createTestServices({ clock });
  return {
    host,
    url: server.url,
    faults,
    requests: log.entries,
    services,
    clock,
    open: (settings = {}) =>
      openVault({
        services,
        settings: {
          address: server.url,
          token: settings.token ?? host.addToken().id,
          namespace: null,
          caFile: null,
          mount: 'secret',
          ...settings,
        },
      }),
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
