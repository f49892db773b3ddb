import type { AccessKey } from '../../ports/records/source-settings.ts';
import type { TargetKey } from '../../ports/records/target-settings.ts';
import type { SettingItem } from '../mapping/item.ts';

export interface MappedKey {
  readonly item: SettingItem;
  readonly key: TargetKey | null;
}

/** Kinds of keys that GitHub takes. */
const accepted =
  /^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) [A-Za-z0-9+/]+=*( |$)/;

/** An access key as deploy key; GitHub takes a key only once. Pure. */
export function mapAccessKey(key: AccessKey): MappedKey {
  const title = key.label === '' ? `key ${key.id}` : key.label;
  const described = {
    id: `key:${key.id}`,
    kind: 'access-key',
    source: `${title} (${key.access})`,
    looser: null,
  } as const;
  const none = (why: string): MappedKey => ({
    item: { ...described, target: '', grade: 'none', why },
    key: null,
  });
  if (key.level !== 'repository') {
    return none(
      'It opens several repositories, and GitHub accepts a key only once. Create one for each.',
    );
  }
  if (!accepted.test(key.key)) return none('GitHub does not accept this kind of key.');
  return {
    item: {
      ...described,
      target: `deploy key, ${key.access}`,
      grade: 'exact',
      why: 'The same access, unless GitHub has the key elsewhere.',
    },
    key: { title, key: key.key, readOnly: key.access === 'read' },
  };
}

/** A public key without its comment: GitHub drops it. */
export function keyText(key: string): string {
  return key.trim().split(/\s+/).slice(0, 2).join(' ');
}
