import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MigratorError } from '../../kernel/errors.ts';

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** A file of authorities, and the variables that name it. */
export interface CaFile {
  readonly path: string;
  /** `SSL_CERT_FILE and REQUESTS_CA_BUNDLE` */
  readonly setting: string;
}

/**
 * The certificates of CA bundle files, each as PEM text.
 * @throws `configuration` if a file cannot be read, holds no certificate or a damaged one
 */
export async function readCaFiles(files: readonly CaFile[]): Promise<readonly string[]> {
  const bundles = await Promise.all(files.map(readCaFile));
  return bundles.flat();
}

async function readCaFile(file: CaFile): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(file.path, 'utf8');
  } catch (cause) {
    throw unusable(file, 'cannot be read', cause);
  }
  const certificates = text.match(pemCertificate) ?? [];
  if (certificates.length === 0) throw unusable(file, 'holds no certificate in PEM form', null);
  for (const certificate of certificates) checkCertificate(certificate, file);
  return certificates;
}

function checkCertificate(pem: string, file: CaFile): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw unusable(file, 'holds a damaged certificate', cause);
  }
}

function unusable({ path, setting }: CaFile, what: string, cause: unknown): MigratorError {
  return new MigratorError('configuration', `The CA bundle ${path} of ${setting} ${what}`, {
    hint: `Point ${setting} to a file of PEM certificates.`,
    cause,
  });
}
