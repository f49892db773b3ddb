import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Short-lived rights to one object at a media store, as a signature in the address. */
export interface Signatures {
  sign(right: string): string;
  verify(right: string, signature: string): boolean;
}

export function createSignatures(): Signatures {
  const key = randomBytes(32);
  const sign = (right: string): string => createHmac('sha256', key).update(right).digest('hex');
  return {
    sign,
    verify(right, signature) {
      const expected = Buffer.from(sign(right));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
