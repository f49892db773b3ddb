import { interrupted, MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { oneLine } from '../response/response.ts';
import { certificateHints } from './certificate-hints.ts';
import { UntrustedCertificate } from './connector.ts';
import type { Network } from './network.ts';
import { ProxyFailure } from './tunnel.ts';

/** A request without a response. */
export interface LostResponse {
  readonly error: MigratorError;
  /** The host may have received the request, and carried it out. */
  readonly mayHaveArrived: boolean;
}

type TimeOuts = Pick<Network, 'connectTimeoutSeconds' | 'readTimeoutSeconds'>;

interface Situation {
  readonly url: URL;
  readonly network: TimeOuts;
  /** Name of what failed: the host, or the proxy if it could not open a tunnel. */
  readonly peer: string;
  readonly proxy: ProxyFailure | null;
  readonly code: string;
  readonly cause: unknown;
}

const timeoutHint =
  'Check the connection, raise network.connect_timeout and network.read_timeout, and check HTTPS_PROXY.';
/** The chain ends in an unknown certificate. */
const unknownIssuer = new Set([
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);

/** Reason and advice by OpenSSL's code: no authority makes an expired certificate valid. */
const otherDistrust: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ['the certificate is self-signed', certificateHints.selfSigned],
  CERT_HAS_EXPIRED: ['the certificate has expired', certificateHints.expired],
  CERT_NOT_YET_VALID: ['the certificate is not valid yet', certificateHints.notYet],
  CERT_REVOKED: ['the certificate was revoked', certificateHints.revoked],
  CERT_UNTRUSTED: ['the certificate is not trusted', certificateHints.unknownIssuer],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'the certificate belongs to another host',
    certificateHints.otherHost,
  ],
};

/** Turns an error of undici or Node into one of ours. */
export function connectionError(thrown: unknown, url: URL, network: TimeOuts): LostResponse {
  const cause = innermost(thrown);
  const proxy = thrown instanceof ProxyFailure ? thrown : null;
  const code = codeOf(proxy !== null && proxy.cause === undefined ? proxy : cause);
  const peer = proxy === null ? url.host : `the proxy ${proxy.proxy}`;
  const situation = { url, network, peer, proxy, code, cause };
  return (
    tlsFailure(situation) ??
    refusedByProxy(situation) ??
    notConnected(situation) ??
    brokenProxy(situation) ??
    notUnderstood(situation) ??
    brokenConnection(situation)
  );
}

function tlsFailure({ peer, code, cause }: Situation): LostResponse | null {
  const distrust = unknownIssuer.has(code)
    ? (['unable to get local issuer certificate', certificateHints.unknownIssuer] as const)
    : otherDistrust[code];
  if (distrust !== undefined) {
    const [reason, hint] = distrust;
    const message = `Cannot verify the identity of ${peer}: SSL: CERTIFICATE_VERIFY_FAILED, ${reason}${issuerOf(cause)}`;
    return neverSent(new MigratorError('tls', message, { hint, detail: code, cause }));
  }
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_') && !code.startsWith('ERR_TLS_')) {
    return null;
  }
  const message = `The TLS connection to ${peer} failed: it did not respond with valid TLS`;
  const hint = 'Check the URL, its port and HTTPS_PROXY.';
  return neverSent(new MigratorError('tls', message, { hint, detail: code, cause }));
}

function issuerOf(cause: unknown): string {
  if (!(cause instanceof UntrustedCertificate) || cause.issuer === null) return '';
  return ` (issued by "${oneLine(cause.issuer, 80)}")`;
}

function refusedByProxy({ url, proxy, cause }: Situation): LostResponse | null {
  if (proxy === null || proxy.status === null) return null;
  const hint =
    proxy.status === 407
      ? identityHint(proxy)
      : `Ask the proxy's administrator to allow ${url.host}, or add it to NO_PROXY.`;
  const message = `The proxy ${proxy.proxy} refused the connection to ${url.host} with status ${proxy.status}`;
  return neverSent(
    new MigratorError('unavailable', message, {
      hint,
      retry: proxy.status >= 500 ? 'yes' : 'no',
      cause,
    }),
  );
}

/** Some corporate proxies authenticate by domain sign-on, which takes more than a password. */
function identityHint({ schemes, wasGivenIdentity }: ProxyFailure): string {
  if (schemes.length > 0 && !schemes.includes('basic')) {
    return `The proxy accepts only ${schemes.join(' or ')}; migrator supports only basic authentication. Run a local proxy that signs in (px, cntlm) and set HTTPS_PROXY to it, or ask for basic authentication.`;
  }
  return wasGivenIdentity
    ? 'Check the username and password in HTTPS_PROXY (http://user:password@host:port), and write special characters in them as %XX.'
    : 'Add the username and password to HTTPS_PROXY (http://user:password@host:port).';
}

function brokenProxy({ url, proxy, cause }: Situation): LostResponse | null {
  if (proxy === null) return null;
  const message = `The proxy ${proxy.proxy} dropped the connection to ${url.host}`;
  return neverSent(unavailable(message, 'Check HTTPS_PROXY and NO_PROXY.', cause));
}

/** Failures before a connection existed: nothing was sent. */
function notConnected({ url, network, peer, proxy, code, cause }: Situation): LostResponse | null {
  const whom = proxy === null ? url.host : `${peer} on the way to ${url.host}`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA': {
      const hint = 'Check the URL, DNS, and whether HTTPS_PROXY must be set.';
      return neverSent(unavailable(`Cannot resolve the name of ${whom}`, hint, cause));
    }
    case 'ECONNREFUSED': {
      const hint = 'Check the URL, its port and HTTPS_PROXY.';
      return neverSent(unavailable(`The connection to ${whom} was refused`, hint, cause));
    }
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ENETDOWN':
      return neverSent(
        unavailable(`No network route to ${whom}`, 'Check the network and HTTPS_PROXY.', cause),
      );
    case 'PROXY_TIMEOUT':
    case 'UND_ERR_CONNECT_TIMEOUT': {
      const message = `The connection to ${whom} took longer than ${network.connectTimeoutSeconds} s`;
      return neverSent(unavailable(message, timeoutHint, cause));
    }
    default:
      return null;
  }
}

/** The response was not HTTP; or undici rejected our request, which is a defect of ours. */
function notUnderstood({ url, code, cause }: Situation): LostResponse | null {
  const unreadable = cause instanceof Error && cause.name === 'HTTPParserError';
  if (unreadable || code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `${url.host} sent a response that is not HTTP`;
    const hint = 'Check the URL, its port and HTTPS_PROXY.';
    // No cause: undici puts there what the host sent.
    return { error: new MigratorError('bad-answer', message, { hint }), mayHaveArrived: true };
  }
  if (code !== 'UND_ERR_INVALID_ARG' && code !== 'UND_ERR_NOT_SUPPORTED') return null;
  return neverSent(toMigratorError(cause));
}

function brokenConnection({ url, network, code, cause }: Situation): LostResponse {
  const seconds = network.readTimeoutSeconds;
  switch (code) {
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return { error: interrupted({ cause }), mayHaveArrived: true };
    case 'UND_ERR_HEADERS_TIMEOUT':
      return mayBeDone(`${url.host} did not respond within ${seconds} s`, timeoutHint, cause);
    case 'UND_ERR_BODY_TIMEOUT':
      return mayBeDone(`${url.host} stopped responding for ${seconds} s`, timeoutHint, cause);
    case 'ETIMEDOUT':
      return mayBeDone(`The connection to ${url.host} timed out`, timeoutHint, cause);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return mayBeDone(`The response from ${url.host} was cut short`, timeoutHint, cause);
    default:
      return mayBeDone(
        `The connection to ${url.host} was lost before its response was complete`,
        'Check the connection and HTTPS_PROXY, and run the command again.',
        cause,
      );
  }
}

function neverSent(error: MigratorError): LostResponse {
  return { error, mayHaveArrived: false };
}

function mayBeDone(message: string, hint: string, cause: unknown): LostResponse {
  return { error: unavailable(message, hint, cause), mayHaveArrived: true };
}

function unavailable(message: string, hint: string, cause: unknown): MigratorError {
  return new MigratorError('unavailable', message, { hint, cause });
}

/** After several addresses Node throws an AggregateError, whose first error is as good as any. */
function innermost(thrown: unknown): unknown {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors[0];
  if (!(thrown instanceof Error) || thrown.cause === undefined) return thrown;
  return codeOf(thrown) === '' || thrown instanceof ProxyFailure ? innermost(thrown.cause) : thrown;
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
