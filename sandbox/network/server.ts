import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, textAnswer } from './answer.ts';
import { deliver, discard } from './deliver.ts';
import {
  BodyTooLarge,
  type Exchange,
  MalformedAddress,
  openExchange,
  pagesKeyName,
} from './exchange.ts';
import type { FaultAction, FaultBook, HostName } from './faults.ts';
import type { RequestLog } from './request-log.ts';

export interface HostServer {
  readonly host: HostName;
  /** Prefix of this server's paths, where an origin has several; removed before it sees them. */
  readonly prefix?: string;
  handle(exchange: Exchange): Promise<Answer>;
  /** Only GitHub knows such requests. */
  isContentCreating?(exchange: Exchange): boolean;
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>`, or the name that it has behind a proxy. */
  readonly url: string;
  close(): Promise<void>;
}

/** Where a server is found. */
export interface ServerPlace {
  /** With what it proves its name; `null`: it speaks plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** @returns the address by which others know what listens on this port */
  open(port: number): string;
}

export interface ServerEnvironment {
  readonly faults: FaultBook;
  readonly log: RequestLog;
  readonly latencyMs: number;
  readonly placeOf: (host: HostName) => ServerPlace;
  /** Without it nobody sees pages; `null`: everybody does who can reach them. */
  readonly pagesKey: string | null;
}

/** Plain HTTP on the loopback interface. */
export const loopbackPlace: ServerPlace = {
  tls: null,
  open: (port) => `http://127.0.0.1:${port}`,
};

/**
 * Listens on a free port of the loopback interface.
 * @param host whose place it takes
 * @param createHostServers called once the own address is known; of several servers, the last one needs no prefix
 */
export async function startServer(
  environment: ServerEnvironment,
  host: HostName,
  createHostServers: (url: string) => readonly HostServer[],
): Promise<RunningServer> {
  const inFlight = new Set<Promise<void>>();
  let hostServers: readonly HostServer[] = [];
  const { tls, open } = environment.placeOf(host);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const hostServer = hostServers.find((one) => request.url?.startsWith(one.prefix ?? ''));
    if (hostServer === undefined) return void response.destroy();
    const work = serve({ hostServer, request, response, environment });
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  };
  const server = tls === null ? createServer(answer) : createSecureServer(tls, answer);
  // A push of gigabytes may take longer than Node's five minutes.
  server.requestTimeout = 0;
  await listen(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port');
  const url = open(address.port);
  hostServers = createHostServers(url);
  return {
    url,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await Promise.all(inFlight);
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

interface Service {
  readonly hostServer: HostServer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly environment: ServerEnvironment;
}

async function serve({ hostServer, request, response, environment }: Service): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // Without a listener a client that goes in the middle of its body would end the process.
  request.on('error', () => gone.abort());
  const target = (request.url ?? '/').slice(hostServer.prefix?.length ?? 0);
  const { pagesKey } = environment;
  const exchange = tryOpen(request, target, { signal: gone.signal, pagesKey });
  const method = request.method ?? 'GET';
  const fault = environment.faults.take({ host: hostServer.host, method, target });
  await pause(environment.latencyMs, gone.signal);
  const result = invitation(exchange, pagesKey) ?? (await work(hostServer, exchange, fault));
  // Before it is sent, so that a client that has the answer finds it in the log.
  environment.log.add({
    host: hostServer.host,
    method,
    path: target.split('?')[0] ?? target,
    query: target.split('?').slice(1).join('?'),
    status: result?.status ?? 0,
    contentCreating: exchange !== null && (hostServer.isContentCreating?.(exchange) ?? false),
    authorization: exchange?.authorization.kind ?? 'none',
    fault: fault?.kind ?? null,
    at: Date.now(),
  });
  if (fault?.kind === 'slow') await pause(fault.ms, gone.signal);
  if (fault?.kind === 'held') await Promise.race([fault.until, once(gone.signal, 'abort')]);
  if (result === null) {
    response.destroy();
    return;
  }
  await deliver(result, response, {
    truncate: fault?.kind === 'truncate',
    head: method === 'HEAD',
  });
  await result.done;
}

/** Ends early when the client goes. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, null, { signal }).catch(() => undefined);
}

/** @returns what is to be sent, `null` if the connection is to be destroyed instead */
async function work(
  hostServer: HostServer,
  exchange: Exchange | null,
  fault: FaultAction | null,
): Promise<Answer | null> {
  if (fault?.kind === 'reset') return null;
  const early = fault === null ? null : answerOfFault(fault);
  const result = early ?? (await handleSafely(hostServer, exchange));
  if (fault?.kind !== 'lost-answer') return result;
  await discard(result);
  await result.done;
  fault.onDone?.();
  return null;
}

/** Takes the key from an address into a cookie, which counts for all ports of this machine. */
function invitation(exchange: Exchange | null, key: string | null): Answer | null {
  if (key === null || exchange?.query.get(pagesKeyName) !== key) return null;
  const cookie = `${pagesKeyName}=${key}; Path=/; HttpOnly; SameSite=Lax`;
  return textAnswer(303, '', { location: exchange.path, 'set-cookie': cookie });
}

function tryOpen(
  request: IncomingMessage,
  target: string,
  options: Parameters<typeof openExchange>[2],
): Exchange | null {
  try {
    return openExchange(request, target, options);
  } catch (thrown) {
    if (thrown instanceof MalformedAddress) return null;
    throw thrown;
  }
}

function answerOfFault(fault: FaultAction): Answer | null {
  if (fault.kind === 'status') {
    return {
      status: fault.status,
      headers: { 'content-type': 'application/json', ...fault.headers },
      body: fault.body ?? '',
    };
  }
  if (fault.kind !== 'html') return null;
  return {
    status: fault.status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html><html><head><title>Gateway</title></head><body>Please log in.</body></html>',
  };
}

async function handleSafely(hostServer: HostServer, exchange: Exchange | null): Promise<Answer> {
  if (exchange === null) return textAnswer(400, 'Bad Request');
  try {
    return await hostServer.handle(exchange);
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) return textAnswer(413, 'Request Entity Too Large');
    if (exchange.signal.aborted) return textAnswer(499, 'The client has gone');
    const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return textAnswer(500, `The sandbox itself failed: ${message}`);
  }
}
