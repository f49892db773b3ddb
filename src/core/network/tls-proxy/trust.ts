import { getCACertificates } from 'node:tls';
import type { CaFile } from './certificates.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a file of authorities, in the order in which they are told of. */
const caVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS'] as const;

/** The files that the environment names, each once. */
export function namedCaFiles(variables: Environment): readonly CaFile[] {
  const set = caVariables.filter((name) => (variables[name] ?? '') !== '');
  const byPath = Map.groupBy(set, (name) => variables[name] ?? '');
  return [...byPath].map(([path, names]) => ({ path, setting: names.join(' and ') }));
}

/** Node's built-in roots and the given certificates, and nobody whom this machine trusts besides. */
export function builtInAuthorities(extra: readonly string[]): readonly string[] {
  return [...new Set([...getCACertificates('bundled'), ...extra])];
}

/**
 * Everybody whom this program trusts, as PEM: Node's built-in roots, the system's store (where companies install the root of
 * an intercepting proxy, and which Node leaves out by default) and the given certificates. None replaces another.
 */
export function allAuthorities(extra: readonly string[]): readonly string[] {
  return [...new Set([...getCACertificates('bundled'), ...getCACertificates('system'), ...extra])];
}

/**
 * What would switch the verification of certificates off in other programs, and has no effect in this one.
 * @returns names with their values
 */
export function ignoredSwitches(variables: Environment): readonly string[] {
  const isOff: Readonly<Record<string, (value: string) => boolean>> = {
    NODE_TLS_REJECT_UNAUTHORIZED: (value) => value === '0',
    // Whatever it holds, git takes it for yes.
    GIT_SSL_NO_VERIFY: () => true,
    PYTHONHTTPSVERIFY: (value) => value === '0',
  };
  return Object.entries(isOff).flatMap(([name, applies]) => {
    const value = variables[name] ?? '';
    return value !== '' && applies(value) ? [`${name}=${value.slice(0, 20)}`] : [];
  });
}
