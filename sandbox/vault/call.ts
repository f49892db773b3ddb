import type { Exchange } from '../network/exchange.ts';
import type { VaultHost } from './host.ts';
import { type Capability, capabilitiesOn } from './policies.ts';
import type { VaultNamespace, VaultTokenRecord } from './records.ts';

/** A request of somebody who is known. */
export interface VaultCall {
  readonly host: VaultHost;
  readonly namespace: VaultNamespace;
  readonly token: VaultTokenRecord;
  readonly exchange: Exchange;
  /** Below `/v1/`, decoded. */
  readonly path: string;
  readonly operation: 'read' | 'write' | 'delete' | 'list';
  /** The body as an object; empty where there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export function isGranted(call: VaultCall, path: string, wanted: Capability): boolean {
  return capabilitiesOf(call, call.token, path).has(wanted);
}

export function isRoot({ policies }: VaultTokenRecord): boolean {
  return policies.includes('root');
}

export function capabilitiesOf(
  { namespace }: Pick<VaultCall, 'namespace'>,
  token: VaultTokenRecord,
  path: string,
): ReadonlySet<Capability> {
  if (isRoot(token)) {
    return new Set(['create', 'read', 'update', 'delete', 'list', 'sudo', 'patch']);
  }
  const policies = token.policies
    .map((name) => namespace.policies.get(name))
    .filter((policy) => policy !== undefined);
  return capabilitiesOn(policies, path);
}

/** RFC 3339 with nanoseconds, as a vault writes times. */
export function vaultTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.(\d{3})Z$/, '.$1000000Z');
}

/** Seconds of `15m`, `900s`, `1h` or a number; `null` for anything else. */
export function readDuration(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return 0;
  if (typeof value === 'number') return value >= 0 ? value : null;
  const match = /^(\d+)([smh]?)$/.exec(String(value));
  if (match === null) return null;
  const factor = { s: 1, m: 60, h: 3600 }[match[2] ?? 's'] ?? 1;
  return Number(match[1]) * factor;
}
