import { encodedPath } from '../../kernel/base-url.ts';
import type { HostPolicy } from '../../network/http/host-policies.ts';
import { createHttpClient } from '../../network/http/http-client.ts';
import type { HttpRequest, HttpServices } from '../../network/http/http-request.ts';
import { rateLimitReset, retryAfter } from '../../network/rate-limit/rate-limit-headers.ts';
import type { LimitSignal } from '../../network/rate-limit/rate-limit-signals.ts';
import { field, type HttpResponse } from '../../network/response/response.ts';
import { parseFailure, redirectTarget, type VaultAction, vaultRefusal } from './vault-refusals.ts';
import type { VaultSettings } from './vault-settings.ts';

interface VaultRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1/`, each name as it is: it is encoded here. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: unknown;
  /** Sending it twice would create it twice. */
  readonly creates?: boolean;
  /** Statuses other than 2xx that are returned; all others are thrown. */
  readonly expected?: readonly number[];
  /** In another token's name; `null` sends none, nor a namespace. */
  readonly token?: string | null;
  readonly action: Omit<VaultAction, 'path'>;
  readonly signal?: AbortSignal | undefined;
}

/** One vault with one token. */
export interface VaultClient {
  /** For messages: name and port. */
  readonly host: string;
  readonly settings: VaultSettings;
  /** @throws MigratorError in a vault's words */
  send(request: VaultRequest): Promise<HttpResponse>;
}

const redirects = [301, 302, 307, 308];
/** Statuses that vaultRefusal() explains better than the network layer. */
const understood = [400, 403, 404, 405, 412, 472, 473, ...redirects];
const mostRedirects = 3;

/** @throws `configuration` if the address is plain http to another machine */
export function createVaultClient(options: {
  settings: VaultSettings;
  services: HttpServices;
}): VaultClient {
  const { settings, services } = options;
  const client = createHttpClient({
    ...services,
    baseUrl: settings.address,
    // The token goes into a header of its own.
    authorization: null,
    // An agent in front of a vault may ask for it, so that no web page can use it.
    headers: { 'x-vault-request': 'true' },
    policy: vaultPolicy,
  });

  async function send(request: VaultRequest): Promise<HttpResponse> {
    const { method, query, body, creates = false, expected = [], signal } = request;
    // Entries have percent signs in their own names, which are encoded like any other character.
    let path = `/v1/${encodedPath(request.path)}`;
    let from = new URL(`${settings.address}${path}`);
    for (let hops = 0; ; hops++) {
      const answer = await client
        .request({
          method,
          path,
          ...(hops === 0 && query !== undefined ? { query } : {}),
          ...(body === undefined ? {} : { body }),
          creates,
          headers: headersOf(settings, request.token),
          expectedStatuses: [...understood, ...expected],
          signal,
        })
        .catch((thrown: unknown) => {
          throw parseFailure(thrown, client.host);
        });
      const { status } = answer;
      if (redirects.includes(status) && hops < mostRedirects) {
        path = redirectTarget(answer, { from, method, host: client.host });
        from = new URL(path);
        continue;
      }
      if ((status >= 200 && status < 300) || expected.includes(status)) return answer;
      throw vaultRefusal({ ...request.action, path: request.path, answer, host: client.host });
    }
  }

  return { host: client.host, settings, send };
}

function headersOf(
  { token, namespace }: VaultSettings,
  other: string | null | undefined,
): Record<string, string> {
  if (other === null) return {};
  return {
    'x-vault-token': other ?? token,
    ...(namespace === null ? {} : { 'x-vault-namespace': namespace }),
  };
}

/** A vault limits nobody unless its operator has set quotas; then it says 429. */
const vaultPolicy: HostPolicy = {
  pace: {
    windows: [],
    maxConcurrent: 16,
    writeInterval: 0,
    enforced: 'when-metered',
    headers: 'budget',
  },
  limitBackoff: { startSeconds: 1, capSeconds: 60 },
  limitSignal: vaultLimitSignal,
  // Its headers describe windows as short as a second.
  budget: () => null,
  limitMessage: () => '429 Too Many Requests: the rate limit quota is exceeded',
};

/** The health of a standby is a 429 too, with another body. */
function vaultLimitSignal(
  { status, headers, json }: HttpResponse,
  now: number,
): LimitSignal | null {
  if (status !== 429 || field(json, 'initialized') !== undefined) return null;
  return {
    kind: 'primary',
    reason: 'the rate limit quota is exceeded',
    until: retryAfter(headers, now) ?? rateLimitReset(headers, now),
  };
}
