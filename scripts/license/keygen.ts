import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, required } from './usage.ts';

/** Writes a key pair as JSON Web Keys; the private one for this account alone. */
export function keygen(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: { private: { type: 'string' }, public: { type: 'string' } },
  });
  const privateFile = required(values.private, '--private');
  const publicFile = required(values.public, '--public');
  // What was signed with a key that is gone is worth nothing.
  for (const file of [privateFile, publicFile])
    if (existsSync(file)) throw fail(`${file} already exists`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const secret = `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`;
  writeFileSync(privateFile, secret, { flag: 'wx', mode: 0o600 });
  writeFileSync(publicFile, `${JSON.stringify({ kty, crv, x }, null, 2)}\n`, { flag: 'wx' });
  console.error(`Wrote ${privateFile} (keep it secret, and keep a copy) and ${publicFile}.`);
  console.error(
    'Put the public one in the place of assets/license-public-key.json and build the program.',
  );
}
