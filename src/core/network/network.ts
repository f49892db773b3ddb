import type { SecureContext } from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { readCaFiles, trustContext } from './certificates.ts';
import { type ProxySettings, proxyFor, readProxySettings } from './proxy-settings.ts';

export interface NetworkOptions {
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read from it, in capitals or small letters. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths of CA bundles whose certificates are trusted besides the built-in and the system's roots. */
  readonly caFiles: readonly string[];
  readonly connectTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
}

/** The one way out to the network: connections, proxy, trust and time-outs. */
export interface Network {
  readonly dispatcher: Dispatcher;
  readonly connectTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
  /** `host:port` of the proxy that requests to this address go through; `null` if they go directly. */
  proxyFor(url: URL): string | null;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/** @throws `configuration` if a proxy's address or a CA bundle cannot be used */
export async function createNetwork(options: NetworkOptions): Promise<Network> {
  const proxy = readProxySettings(options.env);
  const certificates = await readCaFiles(options.caFiles);
  const dispatcher = createDispatcher(options, proxy, certificates);
  return {
    dispatcher,
    connectTimeoutSeconds: options.connectTimeoutSeconds,
    readTimeoutSeconds: options.readTimeoutSeconds,
    proxyFor: (url) => proxyFor(proxy, url),
    close: () => dispatcher.destroy(),
  };
}

function createDispatcher(
  options: NetworkOptions,
  proxy: ProxySettings,
  certificates: readonly string[],
): Dispatcher {
  const connectTimeout = options.connectTimeoutSeconds * 1000;
  const readTimeout = options.readTimeoutSeconds * 1000;
  const secureContext = once(() => trustContext(certificates));
  const throughProxy = proxy.http !== '' || proxy.https !== '';
  return new EnvHttpProxyAgent({
    // Empty strings, not undefined: undefined would make undici read the process's own environment.
    httpProxy: proxy.http,
    httpsProxy: proxy.https,
    noProxy: proxy.noProxy,
    connect: directConnector(connectTimeout, secureContext),
    connectTimeout,
    headersTimeout: readTimeout,
    bodyTimeout: readTimeout,
    // One request a connection at a time: a broken connection concerns one request, and it is known which.
    allowH2: false,
    pipelining: 1,
    ...(throughProxy
      ? {
          requestTls: { secureContext: secureContext() },
          proxyTls: { secureContext: secureContext() },
        }
      : {}),
  });
}

/** Loading several hundred roots takes some 60 ms, which plain connections to this machine need not pay. */
function directConnector(
  timeout: number,
  secureContext: () => SecureContext,
): buildConnector.connector {
  const plain = buildConnector({ timeout, allowH2: false });
  const secure = once(() =>
    buildConnector({ timeout, allowH2: false, secureContext: secureContext() }),
  );
  return (options, callback) => {
    const connect = options.protocol === 'https:' ? secure() : plain;
    connect(options, callback);
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
