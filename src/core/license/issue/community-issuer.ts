import { createPrivateKey, type KeyObject } from 'node:crypto';

/*
 * Issues Free licenses where no registration service is configured, so that everybody who has the program can use it. The
 * private key is no secret: keys of this issuer are accepted for the Free plan alone, which everybody may have.
 */

export const communityPublicKey = 'RcTRHIfEhKfEg3kdOi35JPr9-Q-VbuRYYUuzk_yV8qo';

export function communityPrivateKey(): KeyObject {
  const d = 'uSNqM5ZavtzodlctdlxjzxZsSzB3DsiJ1AP1x8IMLAo';
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: communityPublicKey, d },
  });
}
