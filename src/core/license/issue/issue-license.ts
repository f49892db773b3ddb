import { type KeyObject, sign } from 'node:crypto';
import { keyText, signedText } from '../key-text.ts';
import type { Tier } from '../plans.ts';

export interface Grant {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  /** Milliseconds since 1970; the key has whole seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * A license key. Pure: the same grant gives the same key.
 * @param privateKey Ed25519
 */
export function issueLicense(privateKey: KeyObject, grant: Grant): string {
  const payload = {
    id: grant.id,
    email: grant.email,
    tier: grant.tier,
    issued: dateText(grant.issuedAt),
    expires: dateText(grant.expiresAt),
  };
  const signed = signedText(Buffer.from(JSON.stringify(payload)));
  return keyText(signed, sign(null, Buffer.from(signed), privateKey));
}

function dateText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** @param random bytes of chance, eight or more */
export function licenseId(random: Uint8Array): string {
  return `lic_${Buffer.from(random).toString('hex').slice(0, 16)}`;
}
