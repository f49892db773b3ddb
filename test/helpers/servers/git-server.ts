import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { serveGit } from '../../../sandbox/git/serve-git.ts';
import { openExchange } from '../../../sandbox/network/exchange.ts';

export interface GitServer {
  readonly url: string;
  /** Bare repositories lie here: `<root>/team/repo.git` is served as `<url>/team/repo.git`. */
  readonly root: string;
  /** `METHOD path` and the Authorization header of each request, in their order. */
  readonly requests: { line: string; authorization: string | null }[];
  /** May answer a request itself, or hold it back; `true` means that it did. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  close(): Promise<void>;
}

/** Smart HTTP around real git with basic authentication, or one by a bearer alone, on loopback. */
export async function startGitServer(
  options: { username?: string; password?: string; bearer?: string } = {},
): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'git-server-'));
  const basic =
    options.password === undefined
      ? null
      : `Basic ${Buffer.from(`${options.username ?? ''}:${options.password}`).toString('base64')}`;
  const wanted = options.bearer === undefined ? basic : `Bearer ${options.bearer}`;
  const server = createServer(async (request, response) => {
    const authorization = request.headers.authorization ?? null;
    self.requests.push({ line: `${request.method} ${request.url}`, authorization });
    if (await self.intercept(request, response)) return;
    if (wanted !== null && authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Unauthorized');
      return;
    }
    await serve(root, request, response);
  });
  const port = await listen(server);
  const self: GitServer = {
    url: `http://127.0.0.1:${port}`,
    root,
    requests: [],
    intercept: () => false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true, force: true });
    },
  };
  return self;
}

/** Starts a server on a free port of 127.0.0.1. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** By git's own `upload-pack` and `receive-pack`, with nothing between them and the client that is a process too. */
async function serve(root: string, request: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  request.on('error', () => gone.abort());
  const exchange = openExchange(request, request.url ?? '/', {
    signal: gone.signal,
    pagesKey: null,
  });
  const [, path = '', service = ''] =
    /^(.*)\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(exchange.segments.join('/')) ?? [];
  const directory = join(root, path);
  if (path === '' || !existsSync(join(directory, 'HEAD'))) {
    response.writeHead(404).end('Not Found');
    return;
  }
  const environment = {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    HOME: root,
  };
  const tools = { environment };
  const answer = await serveGit({ tools, exchange, directory, service, remoteUser: 'tester' });
  if (answer.body instanceof Readable) {
    answer.body.pipe(response.writeHead(answer.status, answer.headers));
    return;
  }
  // With its length, so that the connection is free as soon as the answer is read.
  const body = Buffer.from(answer.body ?? '');
  const length = { 'content-length': String(body.length) };
  response.writeHead(answer.status, { ...answer.headers, ...length }).end(body);
}
