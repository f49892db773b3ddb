import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endedBy, MigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { LogLevel } from '../../ports/records/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { Write, WriteResult } from '../../ports/records/write.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import type { Advertisement } from '../protocol/advertisement.ts';
import { advertised, type RefsCall } from './advertised.ts';
import type { Launcher } from './child-group.ts';
import { watchConnection } from './connection-watch.ts';
import { makeSocketFolder } from './credential-socket.ts';
import { type GitNetwork, gitConfig, gitEnvironment, writeGlobalSettings } from './git-settings.ts';
import { allowedUrl, type OpenAccess, openAccess } from './open-access.ts';
import { findSessionCommand, type SessionCommand } from './own-session.ts';
import type { GitPatience } from './read-again.ts';
import { type GitStart, runGit } from './spawn-git.ts';
import { type StreamOptions, streamGit } from './stream-git.ts';

export interface GitWrite {
  readonly write: Write;
  readonly resultOf: (outcome: GitOutcome) => WriteResult;
}

interface GitCall {
  /** Never begins with a name that a host gave; those come after `--`, or on standard input. */
  readonly args: readonly string[];
  /** The bare repository, or `null` for a command that needs none. */
  readonly repository: string | null;
  /** Needed where git talks to a host. */
  readonly access?: OpenAccess;
  readonly config?: readonly string[];
  /** Git writes its conversation with the host to standard error, without credentials. */
  readonly tracesPackets?: boolean;
  /** Needed where it changes the host: how it is recorded. */
  readonly writes?: GitWrite;
  readonly signal?: AbortSignal | undefined;
  readonly onStderr?: ((text: string) => void) | undefined;
  /** Only with run(). */
  readonly onStdout?: ((text: string) => void) | undefined;
}

export type GitStreamCall = GitCall & StreamOptions;

/** The one way to git. Every method throws `interrupted` (or the signal's own MigratorError) after an abort. */
export interface GitTool {
  /** How reads are retried. */
  readonly patience: GitPatience;
  run(call: GitCall): Promise<GitOutcome>;
  stream(call: GitStreamCall): Promise<GitOutcome>;
  /**
   * Returns what a host lists for a fetch, by our own client: git itself takes five processes and a second request.
   * @throws ProtocolError where the host refuses, or its response is not understood; MigratorError where there is none
   */
  advertised(call: RefsCall): Promise<Advertisement>;
  /** @throws `configuration` for an address that is neither https nor plain http on this machine */
  open(access: GitAccess, options?: { wholeHost?: boolean }): Promise<OpenAccess>;
  /** Removes the private folders. No call may be running. */
  close(): Promise<void>;
}

interface GitToolOptions {
  /** PATH and TMPDIR are taken from it; nothing else passes. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where private files of this run lie: a folder of this account alone. */
  readonly runFolder: string;
  readonly network: GitNetwork;
  readonly log: (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;
  readonly launcher: Launcher;
  readonly patience: GitPatience;
}

/** Describes what every call of one tool shares. */
interface GitPlace extends GitToolOptions {
  /** A private folder: git's HOME. */
  readonly home: string;
  readonly sockets: string;
  /** An empty folder. */
  readonly noAuthorities: string;
  readonly session: SessionCommand;
  readonly globalSettings: string;
}

/** Builds the one way to git: fixed settings, a fixed environment, its own session, credentials by socket. */
export async function createGitTool(options: GitToolOptions): Promise<GitTool> {
  const { environment, runFolder, network, log } = options;
  makeFolder(runFolder);
  const home = await mkdtemp(join(runFolder, 'git-'));
  const sockets = await makeSocketFolder(runFolder, environment.TMPDIR);
  const noAuthorities = join(home, 'no-authorities');
  await mkdir(noAuthorities);
  const session = await findSessionCommand({ environment, folder: home });
  const globalSettings = await writeGlobalSettings(home, network);
  const place: GitPlace = {
    ...{ ...options, home, sockets, noAuthorities, session, globalSettings },
  };
  return {
    patience: options.patience,
    run: (call) =>
      recorded(place, call, () =>
        watchCall(place, call, (watched) => judge(place, watched, runGit(startOf(place, watched)))),
      ),
    stream: async (call) =>
      judge(
        place,
        call,
        streamGit({ ...startOf(place, call), input: call.input, read: call.read }),
      ),
    advertised: async (call) =>
      advertised({ ...call, url: allowedUrl(call.access.url), network: network.requests, log }),
    open: (access, { wholeHost = false } = {}) =>
      openAccess({ access, wholeHost, sockets, network }),
    async close() {
      await rm(sockets, { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A command that was stopped has no result: what the host has done is unknown. */
async function recorded(
  { network }: GitPlace,
  { args, writes }: GitCall,
  run: () => Promise<GitOutcome>,
): Promise<GitOutcome> {
  if (writes === undefined) {
    if (args[0] === 'push' || (args[0] === 'lfs' && args[1] === 'push'))
      throw new TypeError('a push that is not recorded');
    return run();
  }
  const inFlight = await network.requests.journal?.begin(writes.write);
  const outcome = await run();
  await inFlight?.end(writes.resultOf(outcome));
  return outcome;
}

function startOf(place: GitPlace, call: GitCall): GitStart {
  const { environment, home, globalSettings, session, launcher, network, log } = place;
  const { args, repository, access, config = [], signal, onStderr, onStdout } = call;
  if (signal?.aborted) throw endedBy(signal);
  log('debug', 'git', { args: args.length > 40 ? [...args.slice(0, 40), '...'] : args });
  return {
    log,
    session,
    launcher,
    environment: gitEnvironment({
      environment,
      home,
      globalSettings,
      authorities: access?.authorities ?? null,
      noAuthorities: place.noAuthorities,
      allowHttp: access?.allowHttp ?? false,
      repository,
      tracesPackets: call.tracesPackets ?? false,
      bearer: access?.bearer ?? {},
    }),
    config: [...gitConfig(network, access?.helper ?? null), ...config],
    args,
    folder: repository ?? home,
    signal,
    onStderr,
    onStdout,
  };
}

/** @throws where git was stopped or is missing; every other end is an outcome */
async function judge(
  { log }: GitPlace,
  call: GitCall,
  running: Promise<GitOutcome>,
): Promise<GitOutcome> {
  const outcome = await running.catch((error: unknown) => {
    // What was read before the abort may be incomplete.
    throw call.signal?.aborted ? endedBy(call.signal) : error;
  });
  if (call.signal?.aborted && outcome.exitCode !== 0) throw endedBy(call.signal);
  if (isMissingProgram(outcome)) throw missingGit();
  log('trace', 'git exited', { command: call.args[0], exitCode: outcome.exitCode });
  return outcome;
}

/** A call to a host also ends when the host cannot be reached in time. */
async function watchCall(
  { network }: GitPlace,
  call: GitCall,
  run: (call: GitCall) => Promise<GitOutcome>,
): Promise<GitOutcome> {
  if (call.access === undefined || call.signal?.aborted) return run(call);
  const watch = watchConnection({ url: call.access.url, network });
  const signals = call.signal === undefined ? [watch.signal] : [call.signal, watch.signal];
  try {
    return await run({ ...call, signal: AbortSignal.any(signals) });
  } finally {
    watch.stop();
  }
}

export function missingGit(): MigratorError {
  return new MigratorError('missing-program', 'git is not on PATH', {
    hint: 'Install git 2.31 or newer, check it with `git --version`, then run the command again.',
    retry: 'fatal',
  });
}

/** setsid(1) and our perl script end with 127, a spawn of git itself with ENOENT. */
function isMissingProgram({ exitCode, stderr }: GitOutcome): boolean {
  if (exitCode === 127 && /failed to execute git: No such file/.test(stderr)) return true;
  return /spawn (git|setsid|perl) ENOENT/.test(stderr);
}
