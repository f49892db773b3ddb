import type { KeyObject } from 'node:crypto';

/** Describes what a license key says. */
interface Grant {
  readonly id: string;
  readonly email: string;
  readonly tier: 'free' | 'pro' | 'ultimate';
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Describes what the program knows of licenses, handed in: the code that reads keys also issues them. */
export interface Licensing {
  readonly isEmail: (text: string) => boolean;
  /** @param privateKey Ed25519 */
  readonly issueLicense: (privateKey: KeyObject, grant: Grant) => string;
  /** @param random eight bytes or more */
  readonly licenseId: (random: Uint8Array) => string;
  /** Milliseconds that a Free license lasts. */
  readonly freeDuration: number;
  /** Its limits; `null` repositories: no limit. */
  readonly freePlan: { readonly repositories: number | null; readonly workers: number };
}
