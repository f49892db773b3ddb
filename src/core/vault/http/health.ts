import { MigratorError } from '../../kernel/errors.ts';
import type { VaultClient } from './vault-client.ts';
import { notServing, sealed } from './vault-refusals.ts';

interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

const states = [429, 472, 473, 474, 501, 503, 530];
/** A proxy may hide the address; then the first request tells. */
const hidden = [400, 403, 404, 405];

/**
 * Asks, without the token, whether the vault serves requests, so that one that is sealed is told at once. A standby
 * does: it hands them on, or says where to.
 * @throws `unavailable`
 */
export async function checkHealth(vault: VaultClient, { signal }: Cancellable): Promise<void> {
  const { host } = vault;
  const { status } = await vault.send({
    method: 'GET',
    path: 'sys/health',
    token: null,
    expected: [...states, ...hidden],
    action: { what: 'tell its health', capabilities: ['read'] },
    signal,
  });
  if (status === 503) throw sealed(host);
  if (status === 472) throw notServing(host, status);
  if (status === 501) throw notReady(host, 'is not initialized', 'vault operator init');
  if (status === 530) throw notReady(host, 'was removed from its cluster', 'vault operator raft');
  if (status === 474) throw notReady(host, 'is a standby that does not reach the active server');
}

function notReady(host: string, how: string, command?: string): MigratorError {
  const by = command === undefined ? '' : ` (${command})`;
  return new MigratorError('unavailable', `The vault ${host} ${how}`, {
    hint: `Ask its operators${by}, or point VAULT_ADDR to a server that is active.`,
  });
}
