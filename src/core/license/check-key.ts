import { verify } from 'node:crypto';
import * as z from 'zod';
import { MigratorError } from '../kernel/errors.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { Issuer } from './issuers.ts';
import { type KeyParts, parseKeyText } from './key-text.ts';
import { type License, standingAt } from './license.ts';
import { formatInvalid, signatureInvalid } from './license-errors.ts';
import { isTier } from './plans.ts';

const time = z.iso.datetime().transform((text) => Date.parse(text));

const payloadSchema = z.object({
  id: z.string(),
  email: z.string(),
  tier: z.string(),
  issued: time,
  expires: time,
});

/**
 * What a key says, once its signature was found good. Pure.
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
  const issuer = issuers.find((one) => hasSigned(one, parts));
  if (issuer === undefined) throw signatureInvalid();
  const { id, email, tier, issued, expires } = readPayload(parts);
  if (issuer.tiers.length === 1 && !issuer.tiers.some((one) => one === tier)) {
    throw signatureInvalid('Who has signed it may issue Free licenses alone.');
  }
  if (!isTier(tier)) {
    throw new MigratorError(
      'license',
      `The license is for the plan "${safe(tier).slice(0, 40)}", which this migrator does not know`,
      { hint: 'Install the newest migrator.' },
    );
  }
  const dates = { issuedAt: issued, expiresAt: expires };
  const standing = standingAt(dates, now);
  return { id, email, tier, ...dates, standing, scope: issuer.scope };
}

function hasSigned({ publicKey }: Issuer, { signed, signature }: KeyParts): boolean {
  return verify(null, signed, publicKey, signature);
}

function readPayload({ payload }: KeyParts): z.infer<typeof payloadSchema> {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(payload).toString('utf8')));
  } catch {
    throw formatInvalid('It was issued incomplete: ask for another one.');
  }
}
