import { interrupted, MigratorError, toMigratorError } from '../errors.ts';
import type { Network } from './network.ts';

/** What became of a request whose answer did not come. */
export interface LostExchange {
  readonly error: MigratorError;
  /** The host may have got the request, and may have done it. */
  readonly mayHaveArrived: boolean;
}

interface Situation {
  readonly url: URL;
  readonly network: Network;
  /** `host:port` of the proxy in between. */
  readonly proxy: string | null;
  readonly code: string;
  readonly cause: unknown;
}

const timeoutHint =
  'Check the connection, raise network.connect_timeout and network.read_timeout, and check HTTPS_PROXY.';
const trustHint =
  "Install the proxy's root CA into the system store, and set SSL_CERT_FILE and REQUESTS_CA_BUNDLE to a file that holds it.";

/** Failures of trust where the chain ends in a certificate that nobody here knows. */
const unknownIssuer = new Set([
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

const otherDistrust: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  CERT_UNTRUSTED: 'the certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
};

/** Puts what undici or Node threw into a sentence that names the host. */
export function connectionError(thrown: unknown, url: URL, network: Network): LostExchange {
  const cause = innermost(thrown);
  const code = codeOf(cause);
  const situation = { url, network, proxy: network.proxyFor(url), code, cause };
  return (
    tlsFailure(situation) ??
    proxyFailure(situation) ??
    notConnected(situation) ??
    notUnderstood(situation) ??
    brokenConnection(situation)
  );
}

function tlsFailure({ url, code, cause }: Situation): LostExchange | null {
  const reason = unknownIssuer.has(code)
    ? 'unable to get local issuer certificate'
    : otherDistrust[code];
  if (reason !== undefined) {
    const message = `The identity of ${url.host} could not be verified: SSL: CERTIFICATE_VERIFY_FAILED, ${reason}`;
    return neverSent(new MigratorError('tls', message, { hint: trustHint, detail: code, cause }));
  }
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_') && !code.startsWith('ERR_TLS_')) {
    return null;
  }
  const message = `No encrypted connection to ${url.host} could be made: what answers there does not speak TLS as it should`;
  const hint = 'Check the address, its port and HTTPS_PROXY.';
  return neverSent(new MigratorError('tls', message, { hint, detail: code, cause }));
}

function proxyFailure({ url, proxy, code, cause }: Situation): LostExchange | null {
  if (proxy === null) return null;
  const text = cause instanceof Error ? cause.message : '';
  const status = /Proxy response \((\d{3})\)|\((407)\)/.exec(text);
  if (status !== null) {
    const answered = status[1] ?? status[2];
    const hint =
      answered === '407'
        ? 'Put user name and password into HTTPS_PROXY (http://user:password@host:port).'
        : `Ask who runs the proxy to let ${url.host} through, or name it in NO_PROXY.`;
    const message = `The proxy ${proxy} refused the way to ${url.host} with status ${answered}`;
    return neverSent(
      new MigratorError('unavailable', message, {
        hint,
        retry: Number(answered) >= 500 ? 'yes' : 'no',
        cause,
      }),
    );
  }
  if (code !== 'UND_ERR_PRX_TLS' && code !== 'UND_ERR_PRX_CONN') return null;
  const message = `The proxy ${proxy} broke the connection on the way to ${url.host}`;
  return neverSent(unavailable(message, 'Check HTTPS_PROXY and NO_PROXY.', cause));
}

/** Failures before a connection stood: nothing can have been sent. */
function notConnected({ url, network, proxy, code, cause }: Situation): LostExchange | null {
  const whom = proxy === null ? url.host : `the proxy ${proxy} on the way to ${url.host}`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA': {
      const hint = 'Check the address, the name service, and whether HTTPS_PROXY must be set.';
      return neverSent(unavailable(`The name of ${whom} could not be resolved`, hint, cause));
    }
    case 'ECONNREFUSED': {
      const hint = 'Check the address and its port, and HTTPS_PROXY.';
      return neverSent(unavailable(`The connection to ${whom} was refused`, hint, cause));
    }
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ENETDOWN':
      return neverSent(
        unavailable(`There is no way to ${whom}`, 'Check the network and HTTPS_PROXY.', cause),
      );
    case 'UND_ERR_CONNECT_TIMEOUT': {
      const message = `The connection to ${whom} took longer than ${network.connectTimeoutSeconds} s`;
      return neverSent(unavailable(message, timeoutHint, cause));
    }
    default:
      return null;
  }
}

/** Something answered, and it was no HTTP; or undici refused what we asked of it, which is a defect of ours. */
function notUnderstood({ url, code, cause }: Situation): LostExchange | null {
  const unreadable = cause instanceof Error && cause.name === 'HTTPParserError';
  if (unreadable || code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `${url.host} answered with something that is no HTTP`;
    const hint = 'Check the address, its port and HTTPS_PROXY.';
    // Without its cause: undici keeps in it what the host sent.
    return { error: new MigratorError('bad-answer', message, { hint }), mayHaveArrived: true };
  }
  if (code !== 'UND_ERR_INVALID_ARG' && code !== 'UND_ERR_NOT_SUPPORTED') return null;
  return neverSent(toMigratorError(cause));
}

function brokenConnection({ url, network, code, cause }: Situation): LostExchange {
  const seconds = network.readTimeoutSeconds;
  switch (code) {
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return { error: interrupted({ cause }), mayHaveArrived: true };
    case 'UND_ERR_HEADERS_TIMEOUT':
      return mayBeDone(`${url.host} did not answer within ${seconds} s`, timeoutHint, cause);
    case 'UND_ERR_BODY_TIMEOUT':
      return mayBeDone(`${url.host} stopped in its answer for ${seconds} s`, timeoutHint, cause);
    case 'ETIMEDOUT':
      return mayBeDone(`The connection to ${url.host} timed out`, timeoutHint, cause);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return mayBeDone(`The answer of ${url.host} was cut short`, timeoutHint, cause);
    default:
      return mayBeDone(
        `The connection to ${url.host} broke before its answer was complete`,
        'Check the connection and HTTPS_PROXY, and run the command again.',
        cause,
      );
  }
}

function neverSent(error: MigratorError): LostExchange {
  return { error, mayHaveArrived: false };
}

function mayBeDone(message: string, hint: string, cause: unknown): LostExchange {
  return { error: unavailable(message, hint, cause), mayHaveArrived: true };
}

function unavailable(message: string, hint: string, cause: unknown): MigratorError {
  return new MigratorError('unavailable', message, { hint, retry: 'yes', cause });
}

/** Where several addresses were tried, Node throws an AggregateError; its first error tells as much as any. */
function innermost(thrown: unknown): unknown {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors[0];
  if (!(thrown instanceof Error) || thrown.cause === undefined) return thrown;
  return codeOf(thrown) === '' || codeOf(thrown).startsWith('UND_ERR_PRX')
    ? innermost(thrown.cause)
    : thrown;
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
