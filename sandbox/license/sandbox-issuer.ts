import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Licensing } from '../../license-service/index.ts';

/** Describes what the program hands to the sandbox, so that the keys are as the program reads them. */
export interface SandboxLicensing extends Licensing {
  /** Signs Free licenses that count for every host. */
  readonly communityPrivateKey: () => KeyObject;
}

/** No secret: what it signs is accepted for hosts on this machine alone. */
export function sandboxPrivateKey() {
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: 'DMmiVwwZSQ79NxNnGA8O9-iJS9aKCPO-Vop9l-CIjp0',
      d: 't1H4l6RjA67K96PIxxekG82x1s30KKzIW0y6kbyAa44',
    },
  });
}

/** An Ultimate key for the embedded hosts, which is good for a hundred years. */
export function sandboxLicense({ issueLicense }: Pick<Licensing, 'issueLicense'>): string {
  return issueLicense(sandboxPrivateKey(), { ...grant, tier: 'ultimate' });
}

/** The key that anybody may have, for hosts whose names are not those of this machine. */
export function freeLicense({ issueLicense, communityPrivateKey }: SandboxLicensing): string {
  return issueLicense(communityPrivateKey(), { ...grant, tier: 'free' });
}

const grant = {
  id: 'lic_sandbox',
  email: 'sandbox@localhost.example',
  // The same at any time that the sandbox is given.
  issuedAt: Date.UTC(2020, 0, 1),
  expiresAt: Date.UTC(2120, 0, 1),
};
