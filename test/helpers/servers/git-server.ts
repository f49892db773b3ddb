import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// By way of `git` it takes a process more for each request.
const execPath = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
const backend = join(execPath, 'git-http-backend');

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

/** Smart HTTP around `git http-backend` with basic authentication, or one by a bearer alone, on loopback. */
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
    runBackend(root, request, response);
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

function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const child = spawn(backend, [], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      HOME: root,
      PATH_INFO: decodeURIComponent(path),
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      REMOTE_ADDR: '127.0.0.1',
      REMOTE_USER: 'tester',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  response.on('close', () => child.kill());
  let head = Buffer.alloc(0);
  let started = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (started) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    started = true;
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(/:\s*/, 2);
      if (name.toLowerCase() === 'status') response.statusCode = Number(value.split(' ')[0]);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
  });
  child.stdout.on('end', () => response.end());
}
