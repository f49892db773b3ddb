import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { once } from '../../kernel/async/once.ts';
import type { WriteJournal } from '../../ports/records/write.ts';
import { allAuthorities, type CaFile, readCaFiles } from './certificates.ts';
import { createConnector } from './connector.ts';
import { findProxy, type ProxySettings, readProxySettings } from './proxy-settings.ts';
import { openTunnel } from './tunnel.ts';

export interface NetworkOptions {
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read from it, in capitals or small letters. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** CA bundles whose certificates are trusted in addition to the built-in and the system's roots. */
  readonly caFiles: readonly CaFile[];
  /** All trusted roots as PEM, given those of the CA bundles. Built-in, system's and given ones if omitted. */
  readonly trusted?: (given: readonly string[]) => readonly string[];
  readonly connectTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
}

/** All connections leave through it: proxy, trust and time-outs. */
export interface Network {
  readonly dispatcher: Dispatcher;
  readonly connectTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
  /** Records what leaves to change a host; missing where nothing is recorded. */
  readonly journal?: WriteJournal;
  /** `host:port` of the proxy that requests to this address go through; `null` if they go directly. */
  proxyFor(url: URL): string | null;
  /**
   * A tunnel through the proxy that requests to this address go through; `null` if they go directly. Rejects with a
   * ProxyFailure.
   */
  tunnel(url: URL, userAgent?: string): Promise<Socket> | null;
  /** Trusted authorities, as PEM. */
  authorities(): readonly string[];
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/** @throws `configuration` if a proxy's address or a CA bundle cannot be used */
export async function createNetwork(options: NetworkOptions): Promise<Network> {
  const proxy = readProxySettings(options.env);
  const certificates = await readCaFiles(options.caFiles);
  const authorities = once(() => (options.trusted ?? allAuthorities)(certificates));
  // Loading several hundred roots takes 60 ms, which plain connections to this machine save.
  const secureContext = once(() => createSecureContext({ ca: [...authorities()] }));
  const timeoutMilliseconds = options.connectTimeoutSeconds * 1000;
  const tunnel = tunnels({ settings: proxy, timeoutMilliseconds, secureContext });
  // undici takes whole milliseconds.
  const readTimeout = Math.ceil(options.readTimeoutSeconds * 1000);
  const dispatcher = new Agent({
    connect: createConnector({ timeoutMilliseconds, secureContext, tunnel }),
    headersTimeout: readTimeout,
    bodyTimeout: readTimeout,
    // One request per connection: a broken connection then concerns one known request.
    allowH2: false,
    pipelining: 1,
  });
  return {
    dispatcher,
    connectTimeoutSeconds: options.connectTimeoutSeconds,
    readTimeoutSeconds: options.readTimeoutSeconds,
    proxyFor: (url) => findProxy(proxy, url)?.host ?? null,
    tunnel,
    authorities,
    close: () => dispatcher.destroy(),
  };
}

function tunnels(options: {
  settings: ProxySettings;
  timeoutMilliseconds: number;
  secureContext: () => SecureContext;
}): Network['tunnel'] {
  const { settings, ...rest } = options;
  return (url, userAgent) => {
    const proxy = findProxy(settings, url);
    if (proxy === null) return null;
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port;
    return openTunnel({ ...rest, proxy, authority: `${url.hostname}:${port}`, userAgent });
  };
}
