import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { simpleGit } from 'simple-git';
import { BoundedText } from '../../kernel/bounded-text.ts';
import type { LogLevel } from '../../ports/records/events.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import { cleaned, isProgress } from '../errors/git-output.ts';
import { endOnAbort, type Launcher, notStarted } from './child-group.ts';
import { gitVariables } from './git-settings.ts';
import type { SessionCommand } from './own-session.ts';

/** How to start one call. */
export interface GitStart {
  readonly session: SessionCommand;
  /** True if it can be repeated without harm after the terminal has ended it half-way. */
  readonly isQuestion?: boolean;
  readonly launcher: Launcher;
  readonly environment: Readonly<Record<string, string>>;
  readonly config: readonly string[];
  readonly args: readonly string[];
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
  /** Called with each piece of standard error as it comes. */
  readonly onStderr: ((text: string) => void) | undefined;
  /** The same for standard output, where git-lfs writes its progress. */
  readonly onStdout?: ((text: string) => void) | undefined;
  /** Gets what git said on standard error, at level trace. */
  readonly log?: ToolLog | undefined;
}

/** Signals that a terminal sends to its whole process group. */
const fromTerminal: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGHUP'];

/** A person can send no more signals before the run stops at once. */
const mostTries = 3;

/**
 * One git command. The caller judges the exit code.
 *
 * Until a child has its own session, which takes long on a busy machine, the terminal's Ctrl+C ends it: git has not
 * started then, and is started again. That Ctrl+C asks us to finish what is running.
 */
export async function runGit(start: GitStart): Promise<GitOutcome> {
  for (let tries = 1; ; tries += 1) {
    const { endedBy, outcome } = await runOnce(start);
    const mayRestart = start.session.leadsGroup || start.isQuestion === true;
    const restarts = mayRestart && fromTerminal.includes(endedBy);
    if (!restarts || start.signal?.aborted || tries >= mostTries) {
      logStderr(start, outcome);
      return outcome;
    }
  }
}

/**
 * Runs git by simple-git. Its guards ask for these permissions: our settings name a credential helper, an empty hooks
 * folder, an empty template and /dev/null as the user's configuration, a bearer comes as a variable, and the perl
 * script that stands in for setsid may be in a folder with a space in its name.
 */
async function runOnce(
  start: GitStart,
): Promise<{ readonly endedBy: NodeJS.Signals | null; readonly outcome: GitOutcome }> {
  const { session, launcher, environment, config, args, folder, signal, onStderr, onStdout } =
    start;
  const children = watchChildren();
  const said = new BoundedText();
  let stopWatching = (): void => undefined;
  let endedBy = (): NodeJS.Signals | null => null;
  let outcome: GitOutcome | null = null;
  const git = simpleGit({
    baseDir: folder,
    binary: session.binary,
    config: [...config],
    allowEnvironment: gitVariables,
    unsafe: {
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeCustomBinary: true,
      allowUnsafeHooksPath: true,
      allowUnsafeTemplateDir: true,
    },
    // Only `close` says that all output has come; `exit` would cost 50 ms on each call.
    completion: { onClose: true, onExit: false },
    errors(_error, result) {
      outcome = {
        exitCode: result.exitCode,
        stdout: Buffer.concat(result.stdOut).toString('utf8'),
        stderr: said.isCut ? String(said) : Buffer.concat(result.stdErr).toString('utf8'),
      };
      return undefined;
    },
  });
  git.env({ ...environment });
  git.outputHandler((_command, stdout, stderr) => {
    const child = children.find(stdout);
    if (child !== undefined) {
      endedBy = () => child.signalCode;
      stopWatching = endOnAbort({ child, leadsGroup: session.leadsGroup, launcher, signal });
    }
    // simple-git waits 50 ms more for a command from which no data came: an empty piece is enough to spare it.
    queueMicrotask(() => stderr.emit('data', Buffer.alloc(0)));
    function keep(data: Buffer): void {
      onStderr?.(String(data));
      said.add(data);
      // simple-git would keep all of it, and a host could send it without end.
      if (said.isCut)
        for (const other of stderr.listeners('data'))
          if (other !== keep) stderr.off('data', other as () => void);
    }
    stderr.on('data', keep);
    if (onStdout !== undefined) stdout.on('data', (data) => onStdout(String(data)));
  });
  try {
    await git.raw([...args]);
  } catch (error) {
    throw children.failedToStart() ? notStarted(error) : error;
  } finally {
    children.stop();
    stopWatching();
  }
  return {
    endedBy: endedBy(),
    outcome: outcome ?? { exitCode: null, stdout: '', stderr: '' },
  };
}

/**
 * simple-git does not expose its child, and only its id ends a group. Node publishes every child on this channel, and
 * the output stream shows which one is ours.
 */
function watchChildren(): {
  find(stdout: NodeJS.ReadableStream): ChildProcess | undefined;
  /** Tells whether a child has no streams, for which the system had too many files open. */
  failedToStart(): boolean;
  stop(): void;
} {
  const seen: ChildProcess[] = [];
  function note(message: unknown): void {
    const child = (message as { process: ChildProcess }).process;
    // Without a listener its error would end this process.
    child.on('error', () => undefined);
    seen.push(child);
  }
  subscribe('child_process', note);
  return {
    find(stdout) {
      unsubscribe('child_process', note);
      return seen.find((child) => child.stdout === stdout);
    },
    failedToStart: () => seen.some(({ stdout }) => (stdout as unknown) === undefined),
    stop: () => unsubscribe('child_process', note),
  };
}

type ToolLog = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/** The last characters of one command's messages go to the log. */
const mostLogged = 20_000;

/** Logs the messages of a git command at level trace, without its progress; nothing if there are none. */
export function logStderr(
  call: { readonly log?: ToolLog | undefined; readonly args: readonly string[] },
  outcome: { readonly stderr: string },
): void {
  if (call.log === undefined) return;
  const stderr = cleaned(outcome.stderr)
    .split('\n')
    .filter((line) => line.trim() !== '' && !isProgress(line))
    .join('\n');
  if (stderr === '') return;
  call.log('trace', 'git stderr', { command: call.args[0], stderr: stderr.slice(-mostLogged) });
}
