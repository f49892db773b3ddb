import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request as send } from 'undici';
import type { HostAnswer } from './mutate/mutate-answer.ts';

/** A server that the program takes for the host: it passes on what the host answers, or what it has answered once. */
export interface Between extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Of requests since `begin`. */
  readonly requests: number;
  /** Of them, those in a replay that the host was never asked. */
  readonly strangers: number;
  /** From now on answers are changed so; `null` leaves them. The number counts from 0. */
  begin(mode: 'pass-on' | 'replay', change: ChangeAnswer | null): void;
}

export type ChangeAnswer = (answer: HostAnswer, number: number, asked: string) => HostAnswer;

const ours = '//the-host-itself/';

/** @param upstream the host's own address */
export async function openBetween(upstream: string): Promise<Between> {
  const kept = new Map<string, HostAnswer[]>();
  const scheduler = new Map<string, number>();
  let mode: 'pass-on' | 'replay' = 'pass-on';
  let change: ChangeAnswer | null = null;
  let requests = 0;
  let strangers = 0;
  let origin = '';

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const number = requests;
    requests += 1;
    const body = await bodyOf(request);
    const key = `${request.method} ${request.url} ${body.toString('utf8')}`;
    const found = mode === 'replay' ? replayed(key) : await passedOn(request, body, key);
    const placed = withOrigin(found, ours, `${origin}/`);
    const changed = change?.(placed, number, `${origin}${request.url}`) ?? placed;
    deliver(response, changed);
  }

  /** Each answer once, and then the last again. */
  function replayed(key: string): HostAnswer {
    const all = kept.get(key) ?? [];
    const turn = scheduler.get(key) ?? 0;
    scheduler.set(key, turn + 1);
    const found = all[Math.min(turn, all.length - 1)];
    if (found === undefined) strangers += 1;
    return found ?? unknown;
  }

  async function passedOn(
    request: IncomingMessage,
    body: Buffer,
    key: string,
  ): Promise<HostAnswer> {
    const { 'accept-encoding': _, connection: __, host: ___, ...headers } = request.headers;
    const got = await send(`${upstream}${request.url}`, {
      method: (request.method ?? 'GET') as 'GET',
      headers: headers as Record<string, string>,
      body: body.length === 0 ? null : body,
    });
    const { 'transfer-encoding': _t, 'content-length': _l, ...kind } = got.headers;
    const found: HostAnswer = {
      status: got.statusCode,
      headers: Object.fromEntries(
        Object.entries(kind)
          .filter(([name]) => !['connection', 'keep-alive'].includes(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.from(await got.body.arrayBuffer()),
      delivery: 'whole',
    };
    const neutral = withOrigin(found, `${upstream.replace('http:', '')}/`, ours);
    kept.set(key, [...(kept.get(key) ?? []), neutral]);
    return neutral;
  }

  origin = await listen(server);
  return {
    origin,
    get requests() {
      return requests;
    },
    get strangers() {
      return strangers;
    },
    begin(wanted, changing) {
      mode = wanted;
      change = changing;
      requests = 0;
      strangers = 0;
      scheduler.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Notes who comes to a host that nobody should be sent to. */
export async function openElsewhere(): Promise<AsyncDisposable & { origin: string; came: number }> {
  const server = createServer((_, response) => {
    found.came += 1;
    response.end('{}');
  });
  const found = {
    origin: await listen(server),
    came: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return found;
}

const unknown: HostAnswer = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"message":"Not Found"}'),
  delivery: 'whole',
};

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return `http://127.0.0.1:${address.port}`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Addresses in bodies and headers name the host that was asked. */
function withOrigin(answer: HostAnswer, from: string, to: string): HostAnswer {
  const target = to === ours ? ours : to.replace('http:', '');
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, value.replaceAll(from, target)]),
  );
  const text = answer.body.toString('utf8');
  const body = text.includes(from) ? Buffer.from(text.replaceAll(from, target)) : answer.body;
  return { ...answer, headers, body };
}

const megabyte = Buffer.alloc(1_048_576, 0x20);

function deliver(response: ServerResponse, { status, headers, body, delivery }: HostAnswer): void {
  if (delivery === 'reset') {
    response.destroy();
    return;
  }
  if (delivery === 'silent') return;
  response.writeHead(status, headers);
  // Those have no body, and node then takes any number of bytes for nothing.
  if (delivery === 'whole' || [204, 304].includes(status)) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  if (delivery === 'cut') {
    response.write('', () => response.destroy());
    return;
  }
  const more = () => {
    while (!response.destroyed && response.write(megabyte));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
