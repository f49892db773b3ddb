import { MigratorError } from '../kernel/errors.ts';
import type { HttpServices } from '../network/http/http-request.ts';
import { field } from '../network/response/response.ts';
import type { Cancellable } from '../ports/records/target-address.ts';
import { createVaultEntries, type VaultEntries } from './entries/entries.ts';
import { createVaultClient, type VaultClient } from './http/vault-client.ts';
import { dataOf, notServing, sealed } from './http/vault-refusals.ts';
import type { VaultSettings } from './http/vault-settings.ts';
import { createVaultToken } from './http/vault-token.ts';

/** The intermediary vault, as the commands use it. */
export interface Vault {
  readonly client: VaultClient;
  readonly entries: VaultEntries;
  /**
   * Checks that the vault serves, accepts the token, and has an engine of version 2 at the mount, as far as it answers.
   * @returns whether it has described the token: not every token may ask
   * @throws `unavailable`, `credentials`, `configuration`
   */
  verify(options?: { signal?: AbortSignal }): Promise<{ readonly isTokenKnown: boolean }>;
}

/** @throws `configuration` */
export function openVault(options: { settings: VaultSettings; services: HttpServices }): Vault {
  const { services } = options;
  const client = createVaultClient(options);
  const token = createVaultToken({ vault: client, clock: services.clock, log: services.log });
  const kept: VaultClient = {
    ...client,
    async send(request) {
      if (request.token === undefined) await token.keep(request);
      try {
        return await client.send(request);
      } catch (thrown) {
        throw request.token === undefined ? token.explain(thrown) : thrown;
      }
    },
  };
  return {
    client: kept,
    entries: createVaultEntries(kept, services.clock),
    async verify({ signal } = {}) {
      await checkHealth(client, { signal });
      const isTokenKnown = await token.verify({ signal });
      await checkMount(kept, { signal });
      return { isTokenKnown };
    },
  };
}

/** As Vault's own tools do before they read or write; without an answer the first request finds out. */
async function checkMount(vault: VaultClient, { signal }: Cancellable): Promise<void> {
  const { mount } = vault.settings;
  const answer = await vault.send({
    method: 'GET',
    path: `sys/internal/ui/mounts/${mount}`,
    expected: [400, 403, 404, 405],
    action: { what: 'read the mount', capabilities: ['read'] },
    signal,
  });
  if (answer.status !== 200) return;
  const data = dataOf(answer);
  const type = field(data, 'type');
  const version = field(field(data, 'options'), 'version');
  if (type === undefined || ((type === 'kv' || type === 'generic') && String(version) === '2'))
    return;
  const what = type === 'kv' || type === 'generic' ? 'a KV version 1 engine' : String(type);
  throw new MigratorError(
    'configuration',
    `Mount ${mount} of ${vault.host} is ${what}, not a KV version 2 engine`,
    {
      hint: 'Set vault.mount in migrator.yaml to another mount, or have this one upgraded (`vault kv enable-versioning <mount>`).',
    },
  );
}

const states = [429, 472, 473, 474, 501, 503, 530];
/** A proxy may hide the address; then the first request finds out. */
const hidden = [400, 403, 404, 405];

/**
 * Asks, without the token, whether the vault serves requests, so that a sealed one is reported at once. A standby does:
 * it forwards or redirects them.
 * @throws `unavailable`
 */
async function checkHealth(vault: VaultClient, { signal }: Cancellable): Promise<void> {
  const { host } = vault;
  const { status } = await vault.send({
    method: 'GET',
    path: 'sys/health',
    token: null,
    expected: [...states, ...hidden],
    action: { what: 'report its health', capabilities: ['read'] },
    signal,
  });
  if (status === 503) throw sealed(host);
  if (status === 472) throw notServing(host, status);
  if (status === 501) throw notReady(host, 'is not initialized', 'vault operator init');
  if (status === 530) throw notReady(host, 'was removed from its cluster', 'vault operator raft');
  if (status === 474) throw notReady(host, 'is a standby that cannot reach the active server');
}

function notReady(host: string, how: string, command?: string): MigratorError {
  const by = command === undefined ? '' : ` (${command})`;
  return new MigratorError('unavailable', `The vault ${host} ${how}`, {
    hint: `Ask its operators${by}, or point VAULT_ADDR to an active server.`,
    retry: 'no',
  });
}
