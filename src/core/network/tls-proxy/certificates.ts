import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { MigratorError } from '../../kernel/errors.ts';

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

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
  if (certificates.length === 0)
    throw unusable(file, 'contains no certificate in PEM format', null);
  for (const certificate of certificates) checkCertificate(certificate, file);
  return certificates;
}

function checkCertificate(pem: string, file: CaFile): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw unusable(file, 'contains a damaged certificate', cause);
  }
}

function unusable({ path, setting }: CaFile, what: string, cause: unknown): MigratorError {
  return new MigratorError('configuration', `CA bundle ${path} (${setting}) ${what}`, {
    hint: `Point ${setting} to a file of PEM certificates.`,
    cause,
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a file of authorities, in the order of messages. */
const caVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS'] as const;

export function namedCaFiles(variables: Environment): readonly CaFile[] {
  const set = caVariables.filter((name) => (variables[name] ?? '') !== '');
  const byPath = Map.groupBy(set, (name) => variables[name] ?? '');
  return [...byPath].map(([path, names]) => ({ path, setting: names.join(' and ') }));
}

/** Node's built-in roots and the given certificates, without the system's store. */
export function builtInAuthorities(extra: readonly string[]): readonly string[] {
  return [...new Set([...getCACertificates('bundled'), ...extra])];
}

/**
 * All trusted authorities, as PEM: Node's built-in roots, the system's store (where companies install the root of an
 * intercepting proxy, and which Node omits by default) and the given certificates.
 */
export function allAuthorities(extra: readonly string[]): readonly string[] {
  const all = [...getCACertificates('bundled'), ...getCACertificates('system'), ...extra];
  // Node breaks the lines of the two differently. Every process of git reads them all, at some 0.4 ms each.
  return [...new Map(all.map((pem) => [pem.replace(/\s/g, ''), pem])).values()];
}

/**
 * Variables that disable the verification of certificates in other programs, and are ignored here.
 * @returns names with their values
 */
export function ignoredSwitches(variables: Environment): readonly string[] {
  const isOff: Readonly<Record<string, (value: string) => boolean>> = {
    NODE_TLS_REJECT_UNAUTHORIZED: (value) => value === '0',
    // git accepts any value as yes.
    GIT_SSL_NO_VERIFY: () => true,
    PYTHONHTTPSVERIFY: (value) => value === '0',
  };
  return Object.entries(isOff).flatMap(([name, applies]) => {
    const value = variables[name] ?? '';
    return value !== '' && applies(value) ? [`${name}=${value.slice(0, 20)}`] : [];
  });
}
