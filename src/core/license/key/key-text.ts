import { formatInvalid, programTooOld, signatureInvalid } from './license-errors.ts';

/*
 * A key is `MIGRATOR-1-<payload>.<signature>`, both base64url. The signature is over everything before the point, so that no
 * character of the payload can be written in another way.
 */

const keyPrefix = 'MIGRATOR-1-';

/** Bytes of an Ed25519 signature. */
const signatureBytes = 64;
const signatureLength = Math.ceil((signatureBytes * 4) / 3);

/** Characters: far more than any key has. */
const maxLength = 4096;

export interface KeyParts {
  /** Bytes that the signature covers. */
  readonly signed: Uint8Array;
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
}

/** Pure. */
export function signedText(payload: Uint8Array): string {
  return `${keyPrefix}${Buffer.from(payload).toString('base64url')}`;
}

/** Pure. */
export function keyText(signed: string, signature: Uint8Array): string {
  return `${signed}.${Buffer.from(signature).toString('base64url')}`;
}

/**
 * Takes a key apart, without looking at what it says. Pure.
 * @throws `license`, never with the key in its words
 */
export function parseKeyText(text: string): KeyParts {
  refuseWhiteSpace(text);
  const version = /^MIGRATOR-([1-9]\d{0,5})-/.exec(text)?.[1];
  if (version === undefined) {
    throw formatInvalid(
      text.includes(keyPrefix)
        ? 'Text precedes the key. Pass only the key, without quotes around it.'
        : `A key starts with ${keyPrefix}; this one does not.`,
    );
  }
  if (version !== '1') throw programTooOld(version);
  const body = text.slice(keyPrefix.length);
  if (!/^[A-Za-z0-9_.-]*$/.test(body) || text.length > maxLength) {
    throw formatInvalid(
      'It contains characters that are never in a key. Pass only the key, without quotes around it.',
    );
  }
  const [payload = '', signature, ...more] = body.split('.');
  if (more.length > 0) throw formatInvalid('Text follows the key. Pass only the key.');
  if (signature === undefined || signature.length < signatureLength || payload === '') {
    throw formatInvalid('The key is cut off. Copy it again, up to its last character.');
  }
  if (signature.length > signatureLength) {
    throw formatInvalid('Text follows the key. Pass only the key.');
  }
  const bytes = Buffer.from(signature, 'base64url');
  // The last character has bits that decoding would drop.
  if (bytes.toString('base64url') !== signature) throw signatureInvalid();
  return {
    signed: Buffer.from(`${keyPrefix}${payload}`),
    payload: Buffer.from(payload, 'base64url'),
    signature: bytes,
  };
}

function refuseWhiteSpace(text: string): void {
  if (text === '') throw formatInvalid('The key is empty.');
  const found = /\s/.exec(text);
  if (found === null) return;
  const what = /[\r\n]/.test(text) ? 'a line break' : 'whitespace';
  const where = text.trim().search(/\s/) === -1 ? 'before or after it' : 'inside it';
  throw formatInvalid(`The key has ${what} ${where}. Pass it in one piece, with nothing else.`);
}
