import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  type DetailedPeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { type buildConnector, errors } from 'undici';

export interface ConnectorOptions {
  readonly timeoutMilliseconds: number;
  readonly secureContext: () => SecureContext;
  /** `null`: no proxy. */
  readonly tunnel: (url: URL) => Promise<Socket> | null;
}

/** An untrusted certificate, with the issuer of the topmost one in the host's chain. */
export class UntrustedCertificate extends Error {
  override readonly name = 'UntrustedCertificate';
  readonly code: string;
  /** Its common name, or else its organization; hostile. */
  readonly issuer: string | null;

  constructor(cause: NodeJS.ErrnoException, issuer: string | null) {
    super(cause.message, { cause });
    this.code = cause.code ?? '';
    this.issuer = issuer;
  }
}

/**
 * Connects undici, directly or through a proxy. TLS certificates are always verified, whatever the environment says. Node
 * tries a name's addresses in turn, alternating IPv6 and IPv4.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { tunnel } = options;
  const sessions = new Map<string, Buffer>();
  return ({ hostname, protocol, port }, callback) => {
    const host = hostname.replace(/^\[(.+)\]$/, '$1');
    const isSecure = protocol === 'https:';
    const to = { host, port: port === '' ? (isSecure ? 443 : 80) : Number(port) };
    // undici passes an IPv6 address without brackets.
    const url = new URL(`${protocol}//${isIP(host) === 6 ? `[${host}]` : host}:${to.port}`);
    const finish = once((error: Error | null, socket: Socket | null) => {
      if (socket !== null) callback(null, socket);
      else callback(error ?? new Error('No connection'), null);
    });
    const go = (through: Socket | null) =>
      isSecure
        ? startTls({ ...options, to, through, sessions, finish })
        : watch(through ?? connectTcp(tcpOptions(to, options)), 'connect', options, finish);
    const opening = tunnel(url);
    if (opening === null) go(null);
    else opening.then(go, (error: Error) => finish(error, null));
  };
}

type Finish = (error: Error | null, socket: Socket | null) => void;

interface Target {
  readonly host: string;
  readonly port: number;
}

/** At least three addresses are tried. */
export function tcpOptions(to: Target, { timeoutMilliseconds }: { timeoutMilliseconds: number }) {
  const attempt = Math.max(250, Math.floor(timeoutMilliseconds / 3));
  return { ...to, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: attempt };
}

function startTls(
  start: ConnectorOptions & {
    to: Target;
    through: Socket | null;
    sessions: Map<string, Buffer>;
    finish: Finish;
  },
): void {
  const { to, through, sessions, finish } = start;
  const session = sessions.get(to.host);
  const socket = connectTls({
    ...tcpOptions(to, start),
    ...(through === null ? {} : { socket: through }),
    ...(session === undefined ? {} : { session }),
    servername: isIP(to.host) === 0 ? to.host : '',
    secureContext: start.secureContext(),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  socket.on('session', (fresh) => sessions.set(to.host, fresh));
  const issuer = watchIssuer(socket);
  watch(socket, 'secureConnect', start, (error, connected) =>
    finish(error === null ? null : distrust(error, issuer()), connected),
  );
}

/** Finishes with the event, an error or the time-out. */
function watch(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  { timeoutMilliseconds }: ConnectorOptions,
  finish: Finish,
): void {
  // A tunnel is connected already.
  if (event === 'connect' && !socket.connecting) {
    finish(null, socket);
    return;
  }
  const timer = setTimeout(() => {
    socket.destroy(new errors.ConnectTimeoutError('Connect timeout'));
  }, timeoutMilliseconds);
  socket.setKeepAlive(true, 60_000);
  socket.once(event, () => {
    clearTimeout(timer);
    socket.off('error', fail);
    finish(null, socket);
  });
  function fail(error: Error): void {
    clearTimeout(timer);
    finish(error, null);
  }
  socket.once('error', fail);
  socket.once('close', () => {
    clearTimeout(timer);
    finish(new errors.SocketError('other side closed'), null);
  });
}

/**
 * Reads the host's certificates before Node verifies them: after a failure they are gone.
 * @returns the issuer of the topmost one
 */
function watchIssuer(socket: TLSSocket): () => string | null {
  let topmost: DetailedPeerCertificate | null = null;
  socket.prependListener('secure', () => {
    const seen = new Set<string>();
    let above: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    // The root names itself as its issuer.
    while (above?.issuer !== undefined && !seen.has(above.fingerprint256)) {
      seen.add(above.fingerprint256);
      topmost = above;
      above = above.issuerCertificate;
    }
  });
  return () => {
    const name = topmost?.issuer.CN ?? topmost?.issuer.O ?? topmost?.issuer.OU;
    return Array.isArray(name) ? (name[0] ?? null) : (name ?? null);
  };
}

function distrust(error: NodeJS.ErrnoException, issuer: string | null): Error {
  const isOfTrust = /CERT|ISSUER|VERIFY|SIGNED/.test(error.code ?? '');
  return isOfTrust ? new UntrustedCertificate(error, issuer) : error;
}

function once(finish: Finish): Finish {
  let isOver = false;
  return (error, socket) => {
    if (isOver) return;
    isOver = true;
    finish(error, socket);
  };
}
