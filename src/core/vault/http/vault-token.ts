import * as z from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Log } from '../../network/http/http-request.ts';
import type { Cancellable } from '../../ports/records/target-address.ts';
import type { VaultClient } from './vault-client.ts';
import { dataOf, isTokenRefused, tokenRefused } from './vault-refusals.ts';

const lookupSchema = z.object({
  /** Seconds; 0 means that it does not end. */
  ttl: z.number().nonnegative().catch(0),
  creation_ttl: z.number().nonnegative().catch(0),
  renewable: z.boolean().catch(false),
});

const renewedSchema = z.object({
  auth: z.object({ lease_duration: z.number().nonnegative(), renewable: z.boolean().catch(false) }),
});

/** VAULT_TOKEN over the length of a run. */
interface VaultToken {
  /**
   * Asks what the token is, as far as its policies let it ask. One request.
   * @returns whether the vault has described it
   * @throws `credentials` if the vault does not know it
   */
  verify(options: Cancellable): Promise<boolean>;
  /** Call it before each request: renews the token when it is about to expire. */
  keep(options: Cancellable): Promise<void>;
  /** The refusal of a request, as a refusal of the token where that is the cause. */
  explain(refusal: unknown): unknown;
}

/** Seconds before its end at which a token is renewed: half of a short life, five minutes of a long one. */
const longestMargin = 300;

export function createVaultToken(options: {
  vault: VaultClient;
  clock: Clock;
  log: Log;
}): VaultToken {
  const { vault, clock, log } = options;
  let endsAt = Number.POSITIVE_INFINITY;
  let margin = 0;
  let isRenewable = false;
  let wasRefused = false;
  let renewing: Promise<void> | null = null;

  async function renew({ signal }: Cancellable): Promise<void> {
    const renewed = await askToRenew(vault, signal);
    if (renewed === null) {
      isRenewable = false;
      log('warn', `VAULT_TOKEN cannot be renewed on ${vault.host} and expires soon`);
      return;
    }
    const { lease_duration: seconds, renewable } = renewed;
    endsAt = clock.now() + 1000 * seconds;
    // At the end of its longest life it is renewed by less and less.
    isRenewable = renewable && 1000 * seconds > margin;
    log('info', `VAULT_TOKEN was renewed on ${vault.host} for ${seconds} s`);
  }

  return {
    async verify({ signal }) {
      const answer = await vault.send({
        method: 'GET',
        path: 'auth/token/lookup-self',
        expected: [400, 403, 404],
        action: { what: 'be looked up', capabilities: ['read'] },
        signal,
      });
      if (isTokenRefused(answer)) throw tokenRefused(vault.host, { status: answer.status });
      wasRefused = answer.status === 403;
      const found = lookupSchema.safeParse(dataOf(answer));
      if (answer.status !== 200 || !found.success) return false;
      const { ttl, creation_ttl, renewable } = found.data;
      if (ttl === 0) return true;
      endsAt = clock.now() + 1000 * ttl;
      margin = 1000 * Math.min(longestMargin, Math.max(creation_ttl, ttl) / 2);
      isRenewable = renewable;
      return true;
    },
    async keep({ signal }) {
      if (!isRenewable || endsAt - clock.now() > margin) return;
      renewing ??= renew({ signal }).finally(() => {
        renewing = null;
      });
      await renewing;
    },
    explain(refusal) {
      if (!(refusal instanceof MigratorError) || refusal.code !== 'permission') return refusal;
      // Older vaults answer the same to a token that they do not know as to one that may not.
      const isOver = wasRefused || endsAt <= clock.now();
      return isOver ? tokenRefused(vault.host, { status: 403 }) : refusal;
    },
  };
}

/** `null`: the vault has not renewed it. */
async function askToRenew(
  vault: VaultClient,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof renewedSchema>['auth'] | null> {
  const answer = await vault.send({
    method: 'POST',
    path: 'auth/token/renew-self',
    body: {},
    expected: [400, 403],
    action: { what: 'renew itself', capabilities: ['update'] },
    signal,
  });
  return renewedSchema.safeParse(answer.json).data?.auth ?? null;
}
