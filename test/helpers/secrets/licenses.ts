import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type Grant, issueLicense } from '../../../src/core/license/issue/issue-license.ts';

export const day = 24 * 60 * 60 * 1000;

/** A key pair of an issuer whom nobody knows, until MIGRATOR_LICENSE_PUBLIC_KEY names it. */
export interface TestIssuer {
  readonly publicKey: KeyObject;
  /** As keygen writes it. */
  readonly publicKeyText: string;
  issue(grant?: Partial<Omit<Grant, 'tier'>> & { readonly tier?: string }): string;
}

/** @param now milliseconds since 1970: licenses are issued a day before, for a year */
export function testIssuer(now = Date.now()): TestIssuer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey,
    publicKeyText: JSON.stringify(publicKey.export({ format: 'jwk' })),
    issue: (grant) =>
      issueLicense(privateKey, {
        id: 'lic_test',
        email: 'ada@example.com',
        issuedAt: now - day,
        expiresAt: now + 364 * day,
        ...grant,
        // Issuers of later versions may know plans that this one does not.
        tier: (grant?.tier ?? 'pro') as Grant['tier'],
      }),
  };
}
