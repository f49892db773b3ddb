import { MigratorError } from '../../kernel/errors.ts';
import { statusError } from '../../network/http/response-errors.ts';
import {
  factsOf,
  field,
  type HttpResponse,
  hostMessage,
  oneLine,
} from '../../network/response/response.ts';

/** Describes what was asked for, in words for messages and hints. */
export interface VaultAction {
  /** `write the entry` */
  readonly what: string;
  /** The vault's own path, as policies name it: `secret/data/payments/…`. */
  readonly path: string;
  /** Capabilities that a policy must grant on the path. */
  readonly capabilities: readonly string[];
}

interface Refused extends VaultAction {
  readonly answer: HttpResponse;
  readonly host: string;
}

type Facts = Pick<MigratorError, 'status' | 'detail'>;

/** A vault's refusal as an error with a remedy. */
export function vaultRefusal(refused: Refused): MigratorError {
  const { answer, host, what, path } = refused;
  const { status } = answer;
  const facts = factsOf(answer);
  if (isTokenRefused(answer)) return tokenRefused(host, facts);
  if (status === 403) return permissionRefused(refused, facts);
  if (status === 404) {
    return new MigratorError(
      'not-found',
      `404 Not Found: ${refused.host} has nothing at ${refused.path}; cannot ${refused.what}`,
      {
        hint: 'Check vault.mount in migrator.yaml (a KV version 2 engine; default "secret"), and VAULT_NAMESPACE.',
        ...facts,
      },
    );
  }
  if (status === 472 || status === 473) return notServing(host, status);
  if (/upgrading from non-versioned/i.test(facts.detail ?? '')) {
    return new MigratorError(
      'unavailable',
      `${host} is upgrading the engine at ${path} to version 2`,
      {
        hint: 'Run the command again in a moment.',
        ...facts,
      },
    );
  }
  return statusError(answer, host, `to ${what}: ${path}`);
}

/** Tells whether the vault does not know the token at all, as far as it says so. */
export function isTokenRefused({ status, json }: HttpResponse): boolean {
  if (status !== 400 && status !== 403) return false;
  return /invalid token|bad token|missing client token|token mac/i.test(hostMessage(json) ?? '');
}

export function tokenRefused(host: string, facts: Partial<Facts> = {}): MigratorError {
  return new MigratorError('credentials', `403 Forbidden: ${host} rejected VAULT_TOKEN`, {
    hint: 'It may have expired, or belong to another vault or namespace. Sign in again with `vault login`, and check VAULT_ADDR and VAULT_NAMESPACE.',
    ...facts,
  });
}

function permissionRefused({ host, what, path, capabilities }: Refused, facts: Facts) {
  const list = capabilities.map((one) => `"${one}"`).join(', ');
  return new MigratorError(
    'permission',
    `403 Forbidden: ${host} does not allow VAULT_TOKEN to ${what} at ${path}`,
    {
      hint: `The token's policy needs: path "${path}" { capabilities = [${list}] }. See docs/secrets-vault.md for the full policy.`,
      ...facts,
    },
  );
}

/** Redundant servers that serve no such requests. */
export function notServing(host: string, status: number): MigratorError {
  const kind = status === 472 ? 'a disaster-recovery secondary' : 'a performance standby';
  return new MigratorError('unavailable', `${host} is ${kind}, which does not serve this request`, {
    hint: 'Point VAULT_ADDR to the active server, or to the load balancer in front of all servers.',
    retry: 'no',
    status,
  });
}

export function sealed(host: string): MigratorError {
  return new MigratorError('unavailable', `503 Service Unavailable: the vault ${host} is sealed`, {
    hint: 'Have it unsealed (`vault operator unseal`), then run the command again: it continues where it stopped.',
    retry: 'no',
    status: 503,
  });
}

/** Returns what the network says, in a vault's words where it is one of its states. */
export function parseFailure(thrown: unknown, host: string): unknown {
  if (!(thrown instanceof MigratorError)) return thrown;
  if (thrown.status === 503 && /sealed/i.test(thrown.detail ?? '')) return sealed(host);
  if (thrown.code !== 'rate-limit') return thrown;
  return new MigratorError('rate-limit', thrown.message, {
    hint: 'Run the command again later, or ask for a higher rate limit quota: it continues where it stopped.',
    retry: thrown.retry,
    status: 429,
    cause: thrown,
  });
}

/**
 * The path on the same origin that a standby redirects to. Nothing is sent to any other origin: the token belongs only to
 * VAULT_ADDR, and anybody who can answer in its place could get it by a redirect.
 * @throws `bad-answer`
 */
export function redirectTarget(
  { status, headers }: HttpResponse,
  options: { from: URL; method: string; host: string },
): string {
  const { from, method, host } = options;
  const to = URL.parse(headers.location ?? '', from.href);
  const isSame = to !== null && to.origin === from.origin && to.username === '';
  const keepsMethod = method === 'GET' || status === 307 || status === 308;
  if (isSame && keepsMethod) return to.href;
  const where = to === null ? 'somewhere' : oneLine(to.origin, 100);
  throw new MigratorError(
    'bad-answer',
    `${host} redirects to ${where}; not followed, because VAULT_TOKEN is sent only to ${from.origin}`,
    {
      hint: `If ${where} is the active server of the same vault, set VAULT_ADDR to it or to its load balancer.`,
      status,
    },
  );
}

/** Tells whether check-and-set has found another version than was named. */
export function isVersionMismatch({ status, json }: HttpResponse): boolean {
  return status === 400 && /check-and-set parameter did not match/i.test(hostMessage(json) ?? '');
}

/** `data` of an answer, which everything is wrapped in. */
export function dataOf(answer: HttpResponse): unknown {
  return field(answer.json, 'data');
}
