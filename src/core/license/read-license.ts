import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod';
import { isLoopback } from '../kernel/base-url.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { Redactor } from '../kernel/redact.ts';
import { type Issuer, knownIssuers } from './issuers.ts';
import { type KeyParts, parseKeyText } from './key/key-text.ts';
import { type License, validityAt } from './key/license.ts';
import { formatInvalid, noLicense, signatureInvalid } from './key/license-errors.ts';
import { isTier } from './key/plans.ts';
import { readActivated } from './license-file.ts';

/** Where a key came from. */
export type LicenseOrigin = 'MIGRATOR_LICENSE' | 'activated';

interface Reading {
  readonly variables: Variables;
  readonly stateFolder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called with the key. */
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
      'It is valid only for hosts on this machine (loopback addresses), such as the sandbox. For other hosts, register or get a license from the distributor.',
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

/** Reads what one key says, whatever hosts it is for. @throws `license`, `configuration` */
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
  const file = { path, what: 'public key in MIGRATOR_LICENSE_PUBLIC_KEY', maxBytes: 16_384 };
  const text = await readTextFile({ ...file, code: 'configuration' });
  try {
    return publicKeyIn(text);
  } catch (cause) {
    throw new MigratorError('configuration', `${path} contains no Ed25519 public key`, {
      hint: 'MIGRATOR_LICENSE_PUBLIC_KEY must be a PEM file or a JSON Web Key, as written by keygen.',
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

const time = z.iso.datetime().transform((text) => Date.parse(text));

const payloadSchema = z.object({
  id: z.string(),
  email: z.string(),
  tier: z.string(),
  issued: time,
  expires: time,
});

/**
 * Returns what a key says, once its signature was found good. Pure.
 * @param options.now milliseconds since 1970
 * @throws `license`, never with the key in its words
 */
export function checkKey(options: {
  text: string;
  issuers: readonly Issuer[];
  now: number;
}): License {
  const { text, issuers, now } = options;
  const parts = parseKeyText(text);
  const issuer = issuers.find((one) => verify(null, parts.signed, one.publicKey, parts.signature));
  if (issuer === undefined) throw signatureInvalid();
  const { id, email, tier, issued, expires } = readPayload(parts);
  if (issuer.tiers.length === 1 && !issuer.tiers.some((one) => one === tier)) {
    throw signatureInvalid('Its issuer can issue only Free licenses.');
  }
  if (!isTier(tier)) {
    throw new MigratorError(
      'license',
      `Unknown license tier "${safe(tier).slice(0, 40)}" for this version of migrator`,
      { hint: 'Install the latest migrator.' },
    );
  }
  const dates = { issuedAt: issued, expiresAt: expires };
  const validity = validityAt(dates, now);
  return { id, email, tier, ...dates, validity, scope: issuer.scope };
}

function readPayload({ payload }: KeyParts): z.infer<typeof payloadSchema> {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(payload).toString('utf8')));
  } catch {
    throw formatInvalid('The issued key is incomplete. Request a new one.');
  }
}
