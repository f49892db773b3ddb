import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail, required } from './usage.ts';

/** @throws where the file holds no private key of Ed25519 */
export function readPrivateKey(path: string | undefined): KeyObject {
  const file = required(path, '--private');
  const text = readFileSync(file, 'utf8');
  const key = text.trimStart().startsWith('{')
    ? createPrivateKey({ format: 'jwk', key: JSON.parse(text) })
    : createPrivateKey(text);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw fail(`${file} holds no private key of Ed25519`);
}
