import { type Answer, emptyAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { HostServer } from '../network/server.ts';
import { invalidToken, noHandler, notOffered, permissionDenied, vaultError } from './answers.ts';
import type { VaultCall } from './call.ts';
import type { VaultHost } from './host.ts';
import { answerKv } from './kv-routes.ts';
import type { VaultMount, VaultNamespace, VaultTokenRecord } from './records.ts';
import { answerHealth, answerSystem } from './system-routes.ts';
import { answerTokens } from './token-routes.ts';

/** The HTTP interface of a vault, as far as entries, tokens and policies go. */
export function createVaultRestServer({ host }: { host: VaultHost }): HostServer {
  const recent: number[] = [];
  return { host: 'vault', handle: (exchange) => handle(host, recent, exchange) };
}

async function handle(host: VaultHost, recent: number[], exchange: Exchange): Promise<Answer> {
  const [version, ...parts] = exchange.segments;
  // Names may hold encoded slashes, which a vault takes for its own.
  const path = parts.join('/');
  if (version !== 'v1') return noHandler(exchange.path);
  if (path === 'sys/health') return answerHealth(host);
  const state = answerOfState(host, exchange);
  if (state !== null) return state;
  if (isOverQuota(host, recent)) {
    const message = `request path "${path}": rate limit quota exceeded`;
    return vaultError(429, [message], { 'retry-after': '1' });
  }
  const namespace = host.namespaces.get(namespaceName(exchange));
  if (namespace === undefined) return vaultError(404, ['namespace not found']);
  const given = exchange.headers['x-vault-token'] ?? bearer(exchange);
  if (given === undefined) return vaultError(403, ['permission denied']);
  const token = findToken(host, namespace, String(given));
  if (token === null) return invalidToken();
  const operation = operationOf(exchange);
  if (operation === null) return notOffered(exchange.method, path);
  const body = await readJson(exchange);
  if (body === null) return vaultError(400, ['failed to parse JSON input']);
  return route({ host, namespace, token, exchange, path, operation, body });
}

function answerOfState({ state, redirectsTo }: VaultHost, exchange: Exchange): Answer | null {
  if (state === 'sealed') return vaultError(503, ['Vault is sealed']);
  if (state === 'uninitialized') return vaultError(503, ['Vault is not initialized']);
  if (state === 'dr-secondary') {
    return vaultError(400, ['path disabled in replication DR secondary mode']);
  }
  if (state === 'active' || redirectsTo === null) return null;
  const query = exchange.query.size === 0 ? '' : `?${exchange.query}`;
  return emptyAnswer(307, { location: `${redirectsTo}${exchange.path}${query}` });
}

function isOverQuota({ requestsPerSecond, now }: VaultHost, recent: number[]): boolean {
  if (requestsPerSecond === null) return false;
  const since = now() - 1000;
  while ((recent[0] ?? Number.POSITIVE_INFINITY) <= since) recent.shift();
  if (recent.length >= requestsPerSecond) return true;
  recent.push(now());
  return false;
}

function namespaceName({ headers }: Exchange): string {
  return String(headers['x-vault-namespace'] ?? '').replace(/^\/+|\/+$/g, '');
}

function bearer({ authorization }: Exchange): string | undefined {
  return authorization.kind === 'bearer' ? authorization.token : undefined;
}

/** A token of the root namespace works in all of them as far as its policies go; root tokens alone do here. */
function findToken(
  host: VaultHost,
  namespace: VaultNamespace,
  id: string,
): VaultTokenRecord | null {
  const root = host.namespaces.get('')?.tokens.get(id);
  const found = namespace.tokens.get(id) ?? (root?.policies.includes('root') ? root : undefined);
  if (found === undefined) return null;
  if (found.expiresAt === null || found.expiresAt > host.now()) return found;
  host.revoke(found);
  return null;
}

/** Node's server lets the method LIST through as little as some proxies do; a vault takes this in its place. */
function operationOf({ method, query }: Exchange): VaultCall['operation'] | null {
  if (method === 'GET') return query.get('list') === 'true' ? 'list' : 'read';
  if (method === 'POST' || method === 'PUT') return 'write';
  return method === 'DELETE' ? 'delete' : null;
}

async function readJson(exchange: Exchange): Promise<Record<string, unknown> | null> {
  const text = (await exchange.readBody()).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function route(call: VaultCall): Answer {
  const { path } = call;
  if (path.startsWith('auth/token/')) return answerTokens(call, path.slice('auth/token/'.length));
  if (path.startsWith('sys/')) return answerSystem(call, path.slice('sys/'.length));
  const found = findMount(call.namespace, path);
  if (found === null) return isKnownToNobody(call);
  if (found.mount.version === 2) return answerKv(call, found.mount, found.rest);
  return notOffered(call.exchange.method, `${path} of a key-value engine of version 1`);
}

/** Who may do nothing at a path is not told that there is nothing. */
function isKnownToNobody({ token, path }: VaultCall): Answer {
  return token.policies.includes('root') ? noHandler(path) : permissionDenied();
}

function findMount(
  { mounts }: VaultNamespace,
  path: string,
): { mount: VaultMount; rest: string } | null {
  for (const [name, mount] of mounts) {
    if (path.startsWith(`${name}/`)) return { mount, rest: path.slice(name.length + 1) };
  }
  return null;
}
