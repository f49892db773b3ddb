import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** An Ed25519 key that signs as `git tag -s` does with `gpg.format=ssh`. */
export interface SshSigner {
  /** `ssh-ed25519 AAAA…`, as in an allowed-signers file. */
  readonly publicKey: string;
  /** The armoured signature of a tag's or commit's text. */
  sign(text: string): string;
}

// PKCS #8 around the 32 bytes of an Ed25519 private key (RFC 8410).
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same seed always gives the same key: it is part of a sample, and protects nothing. */
export function createSshSigner(seed: string): SshSigner {
  const secret = createHash('sha256').update(seed).digest();
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Head, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicBlob = Buffer.concat([field('ssh-ed25519'), field(rawPublicKey(key))]);
  return {
    publicKey: `ssh-ed25519 ${publicBlob.toString('base64')}`,
    sign: (text) => armour(signatureBlob(key, publicBlob, text)),
  };
}

/** OpenSSH's PROTOCOL.sshsig, with the namespace that git uses. */
function signatureBlob(key: KeyObject, publicBlob: Buffer, text: string): Buffer {
  const digest = createHash('sha512').update(text).digest();
  const about = [field('git'), field(''), field('sha512')];
  const signed = Buffer.concat([magic, ...about, field(digest)]);
  const signature = Buffer.concat([field('ssh-ed25519'), field(sign(null, signed, key))]);
  const version = Buffer.from([0, 0, 0, 1]);
  return Buffer.concat([magic, version, field(publicBlob), ...about, field(signature)]);
}

const magic = Buffer.from('SSHSIG');

function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}

function armour(blob: Buffer): string {
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN SSH SIGNATURE-----\n${lines.join('\n')}\n-----END SSH SIGNATURE-----\n`;
}
