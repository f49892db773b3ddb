import { communityPrivateKey } from './community-issuer.ts';
import { issueLicense, licenseId } from './issue-license.ts';

/** Milliseconds that a Free license lasts. */
export const freeDuration = 365 * 24 * 60 * 60 * 1000;

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
