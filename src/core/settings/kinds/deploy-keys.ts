import * as z from 'zod';
import type { AccessKey } from '../../ports/records/source-settings.ts';
import type { TargetKey } from '../../ports/records/target-settings.ts';
import { digest } from '../digest.ts';
import type { KindSetting, SettingKind } from './kind.ts';
import { listKind } from './list-kind.ts';
import { level, text } from './schemas.ts';

interface Sets {
  readonly keys: readonly TargetKey[];
}

/** Access keys as deploy keys. */
export const deployKeys: SettingKind<Sets> = {
  parts: {
    keys: {
      title: 'access keys',
      schema: z
        .array(
          z.object({ id: text, level, label: text, key: text, access: z.enum(['read', 'write']) }),
        )
        .default([])
        .describe('Access keys: public keys only.'),
    },
  },
  planned: ['access-key'],
  map: ({ settings }) => settings.keys.map(mapAccessKey),
  ...listKind('keys', {
    kind: 'deploy-key',
    phase: 'access',
    schema: z.strictObject({ title: text, key: text, readOnly: z.boolean() }),
    isRaisedByPeople: true,
    nameOf: ({ title }) => title,
    idOf: ({ key }) => digest(keyText(key)),
    list: (port, at) => port.listKeys(at),
    create: (port, at, key) => port.createKey({ ...at, key }),
    compare(one, found) {
      if (one.readOnly === found.readOnly) return null;
      return one.readOnly
        ? { note: 'has write access; the plan says read', differs: 'looser' }
        : { note: 'has read access; the plan says write', differs: 'stricter' };
    },
    letsWrite: ({ readOnly }) => !readOnly,
  }),
};

/** Kinds of keys that GitHub takes. */
const accepted =
  /^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) [A-Za-z0-9+/]+=*( |$)/;

/** GitHub takes a key only once. Pure. */
function mapAccessKey(key: AccessKey): KindSetting<Sets> {
  const title = key.label === '' ? `key ${key.id}` : key.label;
  const described = {
    id: `key:${key.id}`,
    kind: 'access-key',
    source: `${title} (${key.access})`,
    looser: null,
  } as const;
  const none = (why: string): KindSetting<Sets> => ({
    item: { ...described, target: '', grade: 'none', why },
    set: { keys: [] },
  });
  if (key.level !== 'repository') {
    return none(
      'It gives access to several repositories, and GitHub accepts a key only once. Create one key per repository.',
    );
  }
  if (!accepted.test(key.key)) return none('GitHub does not accept this kind of key.');
  return {
    item: {
      ...described,
      target: `deploy key, ${key.access}`,
      grade: 'exact',
      why: 'The same access, unless the key is already in use on GitHub.',
    },
    set: { keys: [{ title, key: key.key, readOnly: key.access === 'read' }] },
  };
}

/** A public key without its comment: GitHub drops it. */
export function keyText(key: string): string {
  return key.trim().split(/\s+/).slice(0, 2).join(' ');
}
