import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MigratorError } from '../errors.ts';

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of CA bundle files, each as PEM text.
 * @throws `configuration` if a file cannot be read, holds no certificate or a damaged one
 */
export async function readCaFiles(paths: readonly string[]): Promise<readonly string[]> {
  const bundles = await Promise.all([...new Set(paths)].map(readCaFile));
  return bundles.flat();
}

async function readCaFile(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw unusable(path, 'cannot be read', cause);
  }
  const certificates = text.match(pemCertificate) ?? [];
  if (certificates.length === 0) throw unusable(path, 'holds no certificate in PEM form', null);
  for (const certificate of certificates) checkCertificate(certificate, path);
  return certificates;
}

function checkCertificate(pem: string, path: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw unusable(path, 'holds a damaged certificate', cause);
  }
}

function unusable(path: string, what: string, cause: unknown): MigratorError {
  return new MigratorError('configuration', `The CA bundle ${path} ${what}`, {
    hint: 'Point SSL_CERT_FILE, REQUESTS_CA_BUNDLE and NODE_EXTRA_CA_CERTS to files of PEM certificates.',
    cause,
  });
}
