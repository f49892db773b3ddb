import { type Answer, jsonAnswer } from '../network/answer.ts';
import {
  noContent,
  nothingThere,
  notOffered,
  permissionDenied,
  vaultAnswer,
  vaultError,
} from './answers.ts';
import { capabilitiesOf, isGranted, isRoot, type VaultCall } from './call.ts';
import type { VaultHost } from './host.ts';
import { parsePolicy } from './policies.ts';
import type { VaultState } from './records.ts';

const healthStatus: Readonly<Record<VaultState, number>> = {
  active: 200,
  standby: 429,
  'performance-standby': 473,
  'dr-secondary': 472,
  uninitialized: 501,
  sealed: 503,
};

/** `sys/health`, which everybody may ask. */
export function answerHealth({ state, now }: VaultHost): Answer {
  return jsonAnswer(healthStatus[state], {
    initialized: state !== 'uninitialized',
    sealed: state === 'sealed' || state === 'uninitialized',
    standby: state !== 'active',
    performance_standby: state === 'performance-standby',
    replication_performance_mode: 'disabled',
    replication_dr_mode: state === 'dr-secondary' ? 'secondary' : 'disabled',
    server_time_utc: Math.floor(now() / 1000),
    version: '1.20.4',
    cluster_name: 'vault-cluster-sandbox',
  });
}

/** `sys/…` */
export function answerSystem(call: VaultCall, rest: string): Answer {
  if (rest.startsWith('policies/acl/')) {
    return answerPolicy(call, rest.slice('policies/acl/'.length));
  }
  if (rest.startsWith('internal/ui/mounts/')) {
    return answerMount(call, rest.slice('internal/ui/mounts/'.length).replace(/\/$/, ''));
  }
  return notOffered(call.exchange.method, call.path);
}

function answerPolicy(call: VaultCall, name: string): Answer {
  const { namespace, operation, path, body } = call;
  const known = namespace.policies.get(name);
  switch (operation) {
    case 'read':
      if (!isGranted(call, path, 'read')) return permissionDenied();
      return known === undefined
        ? nothingThere()
        : vaultAnswer(200, { data: { name, policy: known.text } });
    case 'write': {
      if (!isGranted(call, path, known === undefined ? 'create' : 'update'))
        return permissionDenied();
      const policy = parsePolicy(String(body.policy ?? ''));
      if (policy === null) return vaultError(400, ['failed to parse policy']);
      namespace.policies.set(name, policy);
      return noContent();
    }
    case 'delete':
      if (!isGranted(call, path, 'delete')) return permissionDenied();
      namespace.policies.delete(name);
      return noContent();
    default:
      return notOffered(call.exchange.method, path);
  }
}

/** Shown to a token that may do anything at all below the mount. */
function answerMount(call: VaultCall, path: string): Answer {
  const { namespace, token } = call;
  const mount = namespace.mounts.get(path);
  const mayAnything =
    isRoot(token) ||
    token.policies.some((name) =>
      namespace.policies.get(name)?.rules.some((rule) => rule.path.startsWith(`${path}/`)),
    ) ||
    capabilitiesOf(call, token, `${path}/`).size > 0;
  if (mount === undefined || !mayAnything) {
    return vaultError(403, [
      `preflight capability check returned 403, please ensure client's policies grant access to path "${path}/"`,
    ]);
  }
  return vaultAnswer(200, {
    data: { path: `${path}/`, type: mount.type, options: { version: String(mount.version) } },
  });
}
