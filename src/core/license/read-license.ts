import { createPublicKey, type KeyObject } from 'node:crypto';
import { isLoopback } from '../kernel/base-url.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import type { Redactor } from '../kernel/redact.ts';
import { checkKey } from './check-key.ts';
import { knownIssuers } from './issuers.ts';
import type { License } from './license.ts';
import { noLicense, signatureInvalid } from './license-errors.ts';
import { readActivated } from './license-file.ts';

/** Where a key came from. */
export type LicenseOrigin = 'MIGRATOR_LICENSE' | 'activated';

interface Reading {
  readonly variables: Variables;
  readonly stateFolder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Told of the key. */
  readonly redactor: Redactor;
}

/**
 * The license that holds for these hosts: that of MIGRATOR_LICENSE, or else the one that was activated.
 * @param reading.hosts names (with ports or without) of all hosts that the command works with; `null`: any
 * @throws `license` where there is none, or it cannot be accepted; `configuration`
 */
export async function readLicense(
  reading: Reading & { readonly hosts: readonly string[] | null },
): Promise<License & { readonly origin: LicenseOrigin }> {
  const { variables, stateFolder, hosts } = reading;
  const given = readVariable(variables, 'MIGRATOR_LICENSE');
  const text = given ?? (await readActivated(stateFolder));
  if (text === null) throw noLicense();
  hideKey(reading.redactor, text);
  const license = await readKey(reading, text);
  if (hosts !== null && license.scope === 'this-machine' && !hosts.every(isThisMachine)) {
    throw signatureInvalid(
      'It was issued for hosts on this machine (loopback addresses), as those of the sandbox: for others register, or get a license of the distributor.',
    );
  }
  return { ...license, origin: given === null ? 'activated' : 'MIGRATOR_LICENSE' };
}

/** Characters: what is shorter is no key and no secret, but may be a word that our messages have too. */
const leastSecret = 20;

/** From now on no output shows the key. */
export function hideKey(redactor: Redactor, key: string): void {
  if (key.length >= leastSecret) redactor.add(key);
}

/** What one key says, whatever hosts it is for. @throws `license`, `configuration` */
export async function readKey(
  { variables, now }: Pick<Reading, 'variables' | 'now'>,
  text: string,
): Promise<License> {
  return checkKey({ text, issuers: knownIssuers(await namedKey(variables)), now });
}

function isThisMachine(host: string): boolean {
  return isLoopback(new URL(`https://${host}`).hostname);
}

/** The public key of the file that MIGRATOR_LICENSE_PUBLIC_KEY names: PEM, or a JSON Web Key. */
async function namedKey(variables: Variables): Promise<KeyObject | null> {
  const path = readVariable(variables, 'MIGRATOR_LICENSE_PUBLIC_KEY');
  if (path === null) return null;
  const file = { path, what: 'public key of MIGRATOR_LICENSE_PUBLIC_KEY', maxBytes: 16_384 };
  const text = await readTextFile({ ...file, code: 'configuration' });
  try {
    return publicKeyIn(text);
  } catch (cause) {
    throw new MigratorError('configuration', `${path} holds no public key of Ed25519`, {
      hint: 'MIGRATOR_LICENSE_PUBLIC_KEY names a file in PEM form, or a JSON Web Key, as keygen writes it.',
      cause,
    });
  }
}

function publicKeyIn(text: string): KeyObject {
  const key = text.trimStart().startsWith('{')
    ? createPublicKey({ format: 'jwk', key: JSON.parse(text) })
    : createPublicKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError(`it is ${key.asymmetricKeyType}`);
  return key;
}
