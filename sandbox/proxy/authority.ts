import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import * as der from './der.ts';

/** A certificate with its key, as PEM: what a TLS server needs. */
interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** Somebody who vouches for names, as a company's gateway or the hosts' own authority does. */
export interface Authority {
  /** Its own certificate as PEM: who trusts it trusts all that it issues. */
  readonly certificate: string;
  /** A fresh identity for these names. */
  issue(names: readonly string[]): Identity;
}

const day = 86_400_000;
const algorithm = der.sequence(der.identifier('1.2.840.10045.4.3.2')); // ECDSA with SHA-256

/** An authority of its own, whose key nobody else ever has. */
export function createAuthority(commonName: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { commonName, ...own };
  const certificate = makeCertificate({ subject: commonName, publicKey: own.publicKey, issuer });
  return {
    certificate,
    issue(names) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const subject = names[0] ?? commonName;
      return {
        // The root is sent with it, as many gateways do: so a client can say whom it does not know.
        cert: makeCertificate({ subject, publicKey, issuer, names }) + certificate,
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}

interface Issuer {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** @param options.names left out for the certificate of an authority */
function makeCertificate(options: {
  subject: string;
  publicKey: KeyObject;
  issuer: Issuer;
  names?: readonly string[];
}): string {
  const { subject, publicKey, issuer, names } = options;
  const now = Date.now();
  const unsigned = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(issuer.commonName),
    der.sequence(der.time(new Date(now - day)), der.time(new Date(now + 30 * day))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(
      3,
      der.sequence(
        ...(names === undefined ? authorityUse() : serverUse(names)),
        extension('2.5.29.14', der.octets(keyDigest(publicKey))),
        extension('2.5.29.35', der.sequence(der.implicit(0, keyDigest(issuer.publicKey)))),
      ),
    ),
  );
  const signature = sign('sha256', unsigned, issuer.privateKey);
  const whole = der.sequence(unsigned, algorithm, der.bits(signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Signs certificates and revocation lists. */
function authorityUse(): readonly Buffer[] {
  return [
    extension('2.5.29.19', der.sequence(der.boolean(true)), { critical: true }),
    extension('2.5.29.15', der.bits(Buffer.from([0b0000_0110]), 1), { critical: true }),
  ];
}

/** Proves a server's names, and signs nothing but handshakes. */
function serverUse(names: readonly string[]): readonly Buffer[] {
  const alternatives = names.map((name) => der.implicit(2, Buffer.from(name, 'ascii')));
  return [
    extension('2.5.29.19', der.sequence(), { critical: true }),
    extension('2.5.29.15', der.bits(Buffer.from([0b1000_0000]), 7), { critical: true }),
    extension('2.5.29.37', der.sequence(der.identifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', der.sequence(...alternatives)),
  ];
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  const mark = critical ? [der.boolean(true)] : [];
  return der.sequence(der.identifier(id), ...mark, der.octets(value));
}

function nameOf(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.identifier('2.5.4.3'), der.text(commonName))));
}

function keyDigest(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}
