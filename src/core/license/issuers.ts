import { createPublicKey, type KeyObject } from 'node:crypto';
import distributorKey from '../../../assets/license-public-key.json' with { type: 'json' };
import { communityPublicKey } from './issue/community-issuer.ts';
import { type Tier, tiers } from './key/plans.ts';

/** Names a signer whose signatures count, and for what. */
export interface Issuer {
  readonly publicKey: KeyObject;
  readonly tiers: readonly Tier[];
  /** `this-machine`: where all hosts are on loopback addresses. */
  readonly scope: 'anywhere' | 'this-machine';
}

/** Its private half is in the sandbox on purpose: a key of it is good for nothing but hosts on this machine. */
const sandboxPublicKey = 'DMmiVwwZSQ79NxNnGA8O9-iJS9aKCPO-Vop9l-CIjp0';

/**
 * All issuers that this program knows.
 * @param named of the file that MIGRATOR_LICENSE_PUBLIC_KEY names
 */
export function knownIssuers(named: KeyObject | null): readonly Issuer[] {
  const ofThisMachine: readonly Issuer[] = [
    { publicKey: publicKeyOf(sandboxPublicKey), tiers, scope: 'this-machine' },
    ...(named === null ? [] : [{ publicKey: named, tiers, scope: 'this-machine' } as const]),
  ];
  return [
    { publicKey: publicKeyOf(distributorKey.x), tiers, scope: 'anywhere' },
    { publicKey: publicKeyOf(communityPublicKey), tiers: ['free'], scope: 'anywhere' },
    ...ofThisMachine,
  ];
}

/** @param x the 32 bytes in base64url, as in a JSON Web Key */
function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}
