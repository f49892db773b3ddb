import { type KeyObject, sign } from 'node:crypto';
import { isEmail } from '../key/email.ts';
import { keyText, signedText } from '../key/key-text.ts';
import type { License } from '../key/license.ts';
import { plans } from '../key/plans.ts';
import { communityPrivateKey } from './community-issuer.ts';

/** Describes what a key says; it has whole seconds. */
export type Grant = Pick<License, 'id' | 'email' | 'tier' | 'issuedAt' | 'expiresAt'>;

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

/** Milliseconds that a Free license lasts. */
const freeDuration = 365 * 24 * 60 * 60 * 1000;

/**
 * A Free license of the community issuer, where no service sends one. Pure.
 * @param options.random eight bytes of chance
 */
export function issueFree(options: { email: string; now: number; random: Uint8Array }): string {
  const { email, now, random } = options;
  return issueLicense(communityPrivateKey(), {
    id: licenseId(random),
    email,
    tier: 'free',
    issuedAt: now,
    expiresAt: now + freeDuration,
  });
}

/** Functions of licenses for the registration service and the sandbox, which import nothing of the program. */
export const licensing = {
  isEmail,
  issueLicense,
  licenseId,
  communityPrivateKey,
  freeDuration,
  freePlan: plans.free,
};
