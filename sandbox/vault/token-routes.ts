import type { Answer } from '../network/answer.ts';
import { noContent, notOffered, permissionDenied, vaultAnswer, vaultError } from './answers.ts';
import {
  capabilitiesOf,
  isGranted,
  isRoot,
  readDuration,
  type VaultCall,
  vaultTime,
} from './call.ts';
import type { TokenRole, VaultTokenRecord } from './records.ts';

/** `auth/token/…` */
export function answerTokens(call: VaultCall, rest: string): Answer {
  const { host, token, path, operation, exchange } = call;
  if (rest === 'lookup-self' && operation === 'read') {
    if (!isGranted(call, path, 'read')) return permissionDenied();
    return vaultAnswer(200, { data: tokenJson(call, token), mountType: 'token' });
  }
  if (operation !== 'write') return notOffered(exchange.method, path);
  if (!isGranted(call, path, 'update')) return permissionDenied();
  if (rest === 'renew-self') return renew(call);
  if (rest === 'revoke-self') {
    host.revoke(token);
    return noContent();
  }
  if (rest === 'revoke-accessor') return revokeAccessor(call);
  if (rest === 'create') return create(call, null);
  if (rest.startsWith('create/')) {
    const role = call.namespace.roles.get(rest.slice('create/'.length));
    if (role === undefined) return vaultError(400, ['unknown role']);
    return create(call, role);
  }
  return notOffered(exchange.method, path);
}

function renew({ host, token }: VaultCall): Answer {
  if (!token.renewable || token.expiresAt === null) {
    return vaultError(400, ['lease is not renewable']);
  }
  const most = token.explicitMaxTtl === 0 ? Number.POSITIVE_INFINITY : token.explicitMaxTtl;
  const last = token.createdAt + 1000 * most;
  token.expiresAt = Math.min(host.now() + 1000 * token.creationTtl, last);
  return vaultAnswer(200, { auth: authJson(host.now(), token), mountType: 'token' });
}

function revokeAccessor({ host, namespace, body }: VaultCall): Answer {
  const found = [...namespace.tokens.values()].find(({ accessor }) => accessor === body.accessor);
  if (found === undefined) {
    return vaultError(400, ['1 error occurred:\n\t* invalid accessor\n\n']);
  }
  host.revoke(found);
  return noContent();
}

function create(call: VaultCall, role: TokenRole | null): Answer {
  const { host, namespace, token, body, path } = call;
  const asked = Array.isArray(body.policies) ? body.policies.map(String) : null;
  const refusal =
    role === null
      ? refuseAsChild(call, asked ?? [...token.policies])
      : refuseByRole(role, asked ?? []);
  if (refusal !== null) return vaultError(400, [refusal]);
  const ttl = readDuration(body.ttl);
  const longest = readDuration(body.explicit_max_ttl);
  if (ttl === null || longest === null) return vaultError(400, ['error parsing ttl']);
  const most = role === null || role.explicitMaxTtl === 0 ? longest : role.explicitMaxTtl;
  const own = asked ?? (role === null ? token.policies : role.allowedPolicies);
  const withoutDefault = body.no_default_policy === true || role?.noDefaultPolicy === true;
  const policies = new Set(withoutDefault || own.includes('root') ? own : ['default', ...own]);
  const wanted = ttl === 0 ? 768 * 3600 : ttl;
  const made = host.addToken({
    policies: [...policies].sort(),
    ttl: most === 0 ? wanted : Math.min(wanted, most),
    explicitMaxTtl: most,
    renewable: body.renewable !== false,
    namespace: namespace.name,
    displayName: `token-${String(body.display_name ?? '')}`.replace(/-$/, ''),
    ...(body.no_parent === true && capabilitiesOf(call, token, path).has('sudo')
      ? {}
      : { parent: token.id }),
  });
  return vaultAnswer(200, { auth: authJson(host.now(), made), mountType: 'token' });
}

/** Who is neither root nor has sudo can hand on only what they have. */
function refuseAsChild(call: VaultCall, asked: readonly string[]): string | null {
  const { token, path } = call;
  if (isRoot(token) || capabilitiesOf(call, token, path).has('sudo')) return null;
  return asked.every((one) => one === 'default' || token.policies.includes(one))
    ? null
    : 'child policies must be subset of parent';
}

function refuseByRole(role: TokenRole, asked: readonly string[]): string | null {
  const globs = role.allowedPoliciesGlob.map((glob) => glob.replace(/\*$/, ''));
  const isFine = asked.every(
    (one) => role.allowedPolicies.includes(one) || globs.some((start) => one.startsWith(start)),
  );
  return isFine
    ? null
    : `token policies (${JSON.stringify(asked)}) must be subset of the role's allowed policies`;
}

function ttlOf(now: number, { expiresAt }: VaultTokenRecord): number {
  return expiresAt === null ? 0 : Math.max(0, Math.round((expiresAt - now) / 1000));
}

function tokenJson({ host }: VaultCall, token: VaultTokenRecord) {
  return {
    accessor: token.accessor,
    creation_time: Math.floor(token.createdAt / 1000),
    creation_ttl: token.creationTtl,
    display_name: token.displayName,
    entity_id: '',
    expire_time: token.expiresAt === null ? null : vaultTime(token.expiresAt),
    explicit_max_ttl: token.explicitMaxTtl,
    id: token.id,
    issue_time: vaultTime(token.createdAt),
    meta: null,
    num_uses: 0,
    orphan: token.parent === null,
    path: 'auth/token/create',
    policies: token.policies,
    renewable: token.renewable,
    ttl: ttlOf(host.now(), token),
    type: 'service',
  };
}

function authJson(now: number, token: VaultTokenRecord) {
  return {
    client_token: token.id,
    accessor: token.accessor,
    policies: token.policies,
    token_policies: token.policies,
    metadata: null,
    lease_duration: ttlOf(now, token),
    renewable: token.renewable,
    entity_id: '',
    token_type: 'service',
    orphan: token.parent === null,
    mfa_requirement: null,
    num_uses: 0,
  };
}
