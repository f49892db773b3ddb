import type { Clock } from '../../../../src/core/kernel/clock.ts';
import { bitbucketCloudPolicy } from '../../../../src/core/network/http/host-policies.ts';
import {
  createHttpClient,
  type HttpClient,
} from '../../../../src/core/network/http/http-client.ts';
import type {
  HttpClientOptions,
  HttpServices,
} from '../../../../src/core/network/http/http-request.ts';
import { createMemoryRateLimitStore } from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import type { WaitEvent } from '../../../../src/core/network/rate-limit/waiting.ts';
import {
  createNetwork,
  type Network,
  type NetworkOptions,
} from '../../../../src/core/network/tls-proxy/network.ts';
import { createVirtualClock } from './virtual-clock.ts';

export interface TestServices extends HttpServices, AsyncDisposable {
  readonly waits: readonly WaitEvent[];
  readonly logged: readonly string[];
}

export interface TestServiceOptions {
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly caFiles?: NetworkOptions['caFiles'];
  readonly readTimeoutSeconds?: number;
  readonly connectTimeoutSeconds?: number;
}

/** Everything that a client needs, with a network of its own; waits and log lines are kept. */
export async function createTestServices(options: TestServiceOptions = {}): Promise<TestServices> {
  const waits: WaitEvent[] = [];
  const logged: string[] = [];
  const network: Network = await createNetwork({
    env: options.env ?? {},
    caFiles: options.caFiles ?? [],
    connectTimeoutSeconds: options.connectTimeoutSeconds ?? 10,
    readTimeoutSeconds: options.readTimeoutSeconds ?? 10,
  });
  return {
    network,
    clock: options.clock ?? createVirtualClock(),
    random: () => 0.5,
    userAgent: 'migrator-test',
    rateLimitStore: createMemoryRateLimitStore(),
    onWait: (event) => waits.push(event),
    log: (level, message, fields) => logged.push(JSON.stringify({ level, message, fields })),
    waits,
    logged,
    [Symbol.asyncDispose]: () => network.close(),
  };
}

/** A client of Bitbucket's kind unless told otherwise. */
export function createTestClient(
  services: HttpServices,
  options: Pick<HttpClientOptions, 'baseUrl'> & Partial<HttpClientOptions>,
): HttpClient {
  return createHttpClient({
    ...services,
    authorization: 'Bearer canary-secret-token',
    policy: bitbucketCloudPolicy,
    ...options,
  });
}
