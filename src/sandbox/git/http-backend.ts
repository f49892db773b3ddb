import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Answer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { readCgiHead } from './cgi-head.ts';
import type { GitTools } from './git-tools.ts';

export interface GitService {
  readonly tools: GitTools;
  readonly exchange: Exchange;
  /** The folder of the bare repository. */
  readonly directory: string;
  /** What follows the repository's address: `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  readonly service: string;
  readonly remoteUser: string;
  /** Further variables, for hooks and settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `git http-backend` for one request; its answer streams, and it ends when the client goes. */
export async function serveGit(options: GitService): Promise<Answer> {
  const child = spawn(join(options.tools.execPath, 'git-http-backend'), [], {
    env: cgiEnvironment(options),
    stdio: ['pipe', 'pipe', 'ignore'],
    // Its own group: the backend starts further processes, which must end with it.
    detached: true,
  });
  const { signal } = options.exchange;
  const stop = (): void => endGroup(child.pid);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const ended = once(child, 'close')
    .catch(() => undefined)
    .finally(() => signal.removeEventListener('abort', stop));
  feed(options.exchange.request, child.stdin);
  const head = await readCgiHead(child.stdout);
  if (head === null) {
    await ended;
    return textAnswer(500, 'Internal Server Error');
  }
  return { status: head.status, headers: head.headers, body: child.stdout, done: ended };
}

/** The backend may stop reading early (a refused push); the rest is then read and dropped, so that its answer arrives. */
function feed(request: Readable, input: Writable): void {
  request.pipe(input);
  input.on('error', () => {
    request.unpipe(input);
    request.resume();
  });
}

type Backend = ChildProcessByStdio<Writable, Readable, null>;

function endGroup(pid: Backend['pid']): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}

function cgiEnvironment(options: GitService): Record<string, string> {
  const { exchange } = options;
  const environment: Record<string, string> = {
    ...options.tools.environment,
    ...options.environment,
    GIT_PROJECT_ROOT: options.directory,
    GIT_HTTP_EXPORT_ALL: '1',
    GATEWAY_INTERFACE: 'CGI/1.1',
    SERVER_PROTOCOL: 'HTTP/1.1',
    REQUEST_METHOD: exchange.method,
    PATH_INFO: `/${options.service}`,
    QUERY_STRING: exchange.query.toString(),
    CONTENT_TYPE: exchange.headers['content-type'] ?? '',
    REMOTE_USER: options.remoteUser,
    REMOTE_ADDR: '127.0.0.1',
  };
  const length = exchange.headers['content-length'];
  if (length !== undefined) environment.CONTENT_LENGTH = length;
  const encoding = exchange.headers['content-encoding'];
  if (encoding !== undefined) environment.HTTP_CONTENT_ENCODING = encoding;
  const protocol = exchange.headers['git-protocol'];
  if (typeof protocol === 'string') environment.GIT_PROTOCOL = protocol;
  return environment;
}
