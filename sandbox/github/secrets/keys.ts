import { randomInt } from 'node:crypto';
import type { PlaceKeys, SecretPlace } from './records.ts';

/** The keys of a place, which stay the same. */
export function keysOf(place: SecretPlace): Promise<PlaceKeys> {
  place.keys ??= makeKeys();
  return place.keys;
}

async function makeKeys(): Promise<PlaceKeys> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  const { publicKey, privateKey } = sodium.crypto_box_keypair();
  // Eighteen digits, as the host's have.
  const keyId = `33804${String(randomInt(1e12)).padStart(13, '0')}`;
  return { keyId, publicKey, privateKey };
}

/** @returns `null` if it is no sealed box for this place */
export async function openBox(place: SecretPlace, sealed: string): Promise<string | null> {
  const { default: sodium } = await import('libsodium-wrappers');
  const { publicKey, privateKey } = await keysOf(place);
  try {
    const box = Buffer.from(sealed, 'base64');
    return Buffer.from(sodium.crypto_box_seal_open(box, publicKey, privateKey)).toString('utf8');
  } catch {
    return null;
  }
}
