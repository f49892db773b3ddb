import { maskedAddress } from '../../kernel/format/masked-address.ts';
import type {
  Autolink,
  FoundAutolink,
  FoundKey,
  FoundWebhook,
  TargetKey,
  TargetWebhook,
} from '../../ports/records/target-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import { digest } from '../digest.ts';
import type { Collection } from './applied-list.ts';
import { keyText } from './deploy-keys.ts';
import { webhookId } from './webhooks.ts';

type Place = Pick<ApplyContext, 'target' | 'targetName' | 'signal'>;

export function autolinkName({ prefix }: Autolink) {
  return { kind: 'autolink', name: prefix } as const;
}

export function autolinks(
  { target, targetName, signal }: Place,
  wanted: readonly Autolink[],
): Collection<Autolink, FoundAutolink> {
  const port = target.settings.repository;
  return {
    wanted,
    nameOf: autolinkName,
    idOf: ({ prefix }) => `autolink ${prefix.toLowerCase()}`,
    list: () => port.listAutolinks({ ...targetName, signal }),
    matches: (one, other) => one.prefix.toLowerCase() === other.prefix.toLowerCase(),
    compare: ({ url }, other) =>
      url === other.url ? null : { note: `leads to ${other.url}`, differs: null },
    create: (link) => port.createAutolink({ ...targetName, link, signal }),
  };
}

export function keyName({ title }: TargetKey) {
  return { kind: 'deploy-key', name: title } as const;
}

export function deployKeys(
  { target, targetName, signal }: Place,
  wanted: readonly TargetKey[],
  nobodyWrites: string | null,
): Collection<TargetKey, FoundKey> {
  const port = target.settings.repository;
  return {
    wanted,
    nameOf: keyName,
    idOf: ({ key }) => `deploy-key ${digest(keyText(key))}`,
    list: () => port.listKeys({ ...targetName, signal }),
    matches: (one, other) => keyText(one.key) === keyText(other.key),
    compare(one, other) {
      if (one.readOnly === other.readOnly) return null;
      return one.readOnly
        ? { note: 'may write; the plan says read', differs: 'looser' }
        : { note: 'may only read; the plan says write', differs: 'stricter' };
    },
    waitsFor: ({ readOnly }) => (readOnly ? null : nobodyWrites),
    create: (key) => port.createKey({ ...targetName, key, signal }),
  };
}

/** Its address may hold a secret. */
export function webhookName({ url, events }: TargetWebhook) {
  return { kind: 'webhook', name: `${maskedAddress(url)} (${events.join(', ')})` } as const;
}

/** Created inactive; one that somebody has switched on counts as equal. */
export function webhooks(
  { target, targetName, signal }: Place,
  wanted: readonly TargetWebhook[],
): Collection<TargetWebhook, FoundWebhook> {
  const port = target.settings.repository;
  return {
    wanted,
    nameOf: webhookName,
    idOf: (webhook) => `webhook ${webhookId(webhook)}`,
    list: () => port.listWebhooks({ ...targetName, signal }),
    matches: (one, other) => webhookId(one) === webhookId(other),
    compare: () => null,
    create: (webhook) => port.createWebhook({ ...targetName, webhook, signal }),
  };
}
