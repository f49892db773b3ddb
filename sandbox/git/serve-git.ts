import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  type Duplex,
  PassThrough,
  type Readable,
  type Transform,
  type Writable,
} from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Answer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { advertiseRefs, advertiseVersion2, packet } from './advertise-refs.ts';
import type { GitTools } from './git-tools.ts';
import { changedRefs, holdFlush } from './push-report.ts';
import { answerHook, hookChannel, type JudgePush, type PushCommand } from './receive-hook.ts';

export interface GitService {
  readonly tools: GitTools;
  readonly exchange: Exchange;
  /** The folder of the bare repository. */
  readonly directory: string;
  /** Path after the repository's address: `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  readonly service: string;
  readonly remoteUser: string;
  /** True if a fetch may leave objects out. */
  readonly allowsFilter?: boolean;
  /** The folder of refs that a push does not get to see. */
  readonly hiddenRefs?: string;
  /** Further variables, for settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** For a push to a repository whose hooks are those of writeHooks(). */
  readonly push?: PushListener;
}

interface PushListener {
  readonly judge: JudgePush;
  /** Called before the pusher gets the flush that ends its report, with what has changed; not where that is nothing. */
  onChanged(commands: readonly PushCommand[]): void;
}

const uncached = {
  expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  pragma: 'no-cache',
  'cache-control': 'no-cache, max-age=0, must-revalidate',
};

/**
 * One request of smart HTTP, as git's own `git http-backend` answers it, without that process between: each request
 * takes one less. The answer streams, and git ends when the client goes, unless a push has arrived whole.
 */
export async function serveGit(options: GitService): Promise<Answer> {
  const { exchange, service } = options;
  const lists = service === 'info/refs';
  const command = lists ? (exchange.query.get('service') ?? '') : service;
  const method = lists ? 'GET' : 'POST';
  if (exchange.method !== method) return textAnswer(405, 'Method Not Allowed', { allow: method });
  if (!lists && exchange.headers['content-type'] !== `application/x-${command}-request`)
    return textAnswer(415, 'Unsupported Media Type');
  const type = `application/x-${command}-${lists ? 'advertisement' : 'result'}`;
  const headers = { ...uncached, 'content-type': type };
  const known = lists ? advertise(options, command) : null;
  if (known !== null) return { status: 200, headers, body: known };
  if (asksForCredential(options)) {
    exchange.request.resume();
    return { status: 200, headers, body: '' };
  }
  const flags = lists ? ['--stateless-rpc', '--advertise-refs'] : ['--stateless-rpc'];
  const child = spawn('git', [command.replace(/^git-/, ''), ...flags, '.'], {
    cwd: options.directory,
    env: serviceEnvironment(options),
    stdio: ['pipe', 'pipe', 'ignore', ...(options.push === undefined ? [] : ['pipe' as const])],
    // Its own group: it starts further processes, which must end with it.
    detached: true,
  });
  const [input, output] = [child.stdin as Writable, child.stdout as Readable];
  const { signal } = exchange;
  let isComplete = false;
  input.on('finish', () => {
    isComplete = command === 'git-receive-pack';
  });
  // Hosts complete a push that has arrived, even if the client is gone. Killing git here could leave a locked ref.
  const stop = (): void => {
    if (!isComplete) endGroup(child.pid);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const done = once(child, 'close')
    .catch(() => undefined)
    .finally(() => signal.removeEventListener('abort', stop));
  feed(exchange, input);
  // Version 2 of the protocol says this itself.
  if (lists && !isVersion2(exchange)) output.unshift(Buffer.from(announce(command)));
  const atEnd =
    options.push === undefined
      ? () => undefined
      : listen(options.push, child.stdio[hookChannel] as Duplex, output);
  const body = options.push === undefined ? new PassThrough() : holdFlush();
  return { status: 200, headers, body: untilRead(output, body, atEnd), done };
}

/** @returns what is to be called when git has answered */
function listen({ judge, onChanged }: PushListener, channel: Duplex, output: Readable): () => void {
  let asked: readonly PushCommand[] = [];
  answerHook(channel, (push) => {
    asked = push.commands;
    return judge(push);
  });
  const answer: Buffer[] = [];
  output.on('data', (chunk: Buffer) => answer.push(chunk));
  return () => {
    const changed = changedRefs(Buffer.concat(answer));
    const commands = asked.filter(({ action }) => changed.has(action.ref));
    if (commands.length > 0) onChanged(commands);
  };
}

/** Before a push git asks with four bytes whether its credential is taken: it names no ref, and is answered with nothing. */
export function asksForCredential({
  service,
  exchange,
}: Pick<GitService, 'service' | 'exchange'>): boolean {
  return service === 'git-receive-pack' && exchange.headers['content-length'] === '4';
}

function announce(command: string): string {
  return `${packet(`# service=${command}\n`)}0000`;
}

/** Answers a client's first request, if that needs no git process. */
function advertise(options: GitService, command: string): string | null {
  const { exchange, directory, allowsFilter = false, hiddenRefs = null } = options;
  if (command === 'git-upload-pack' && isVersion2(exchange)) return advertiseVersion2(allowsFilter);
  if (exchange.headers['git-protocol'] !== undefined) return null;
  const list = advertiseRefs({ directory, command, allowsFilter, hiddenRefs });
  return list === null ? null : announce(command) + list;
}

/** Git may stop reading early (a refused push); the rest is then read and dropped, so that its answer arrives. */
function feed({ request, headers }: Exchange, input: Writable): void {
  const isPacked = /^(x-)?gzip$/.test(headers['content-encoding'] ?? '');
  const unpacking = isPacked ? createGunzip() : new PassThrough();
  const body = (request as Readable).pipe(unpacking);
  const giveUp = (): void => {
    request.unpipe();
    request.resume();
    input.destroy();
  };
  body.on('error', giveUp);
  input.on('error', giveUp);
  body.pipe(input);
}

/** Returns what git says, which it may go on saying when nobody reads any more. */
function untilRead(output: Readable, body: Transform, atEnd: () => void): Readable {
  output.pipe(body, { end: false });
  output.on('end', () => {
    atEnd();
    body.end();
  });
  body.on('close', () => output.resume());
  return body;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}

function isVersion2({ headers }: Exchange): boolean {
  const protocol = headers['git-protocol'];
  return typeof protocol === 'string' && protocol.split(':').includes('version=2');
}

function serviceEnvironment(options: GitService): Record<string, string> {
  const user = options.remoteUser === '' ? 'anonymous' : options.remoteUser;
  const environment: Record<string, string> = {
    ...options.tools.environment,
    ...options.environment,
    GIT_COMMITTER_NAME: user,
    GIT_COMMITTER_EMAIL: `${user}@http.127.0.0.1`,
  };
  const protocol = options.exchange.headers['git-protocol'];
  if (typeof protocol === 'string') environment.GIT_PROTOCOL = protocol;
  return environment;
}
