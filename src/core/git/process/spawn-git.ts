import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { simpleGit } from 'simple-git';
import type { LogLevel } from '../../ports/events.ts';
import { cleaned, isProgress } from '../errors/git-output.ts';
import { endOnAbort, type Launcher } from './child-group.ts';
import { gitVariables } from './git-settings.ts';
import type { SessionCommand } from './own-session.ts';

/** How one call is to be started; the tool fills it. */
export interface GitStart {
  readonly session: SessionCommand;
  /** Whether it does no harm to begin it once more when the terminal has ended it in its middle. */
  readonly isQuestion?: boolean;
  readonly launcher: Launcher;
  readonly environment: Readonly<Record<string, string>>;
  readonly config: readonly string[];
  readonly args: readonly string[];
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
  /** Called with each piece of standard error as it comes. */
  readonly onStderr: ((text: string) => void) | undefined;
  /** The same for standard output, where git-lfs tells its progress. */
  readonly onStdout?: ((text: string) => void) | undefined;
  /** Gets what git said on standard error, at level trace. */
  readonly log?: ToolLog | undefined;
}

export interface GitOutcome {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a terminal sends to all who belong to it. */
const fromTerminal: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGHUP'];

/** Times that one command is begun: a person can send no more signals before the run is stopped at once. */
const mostTries = 3;

/**
 * One git command. The caller judges the exit code.
 *
 * Until a child has its session, which takes long where the machine is busy, the terminal's Ctrl+C ends it: then git has
 * not begun, and is begun again, because that Ctrl+C means us, who let it come to its end.
 */
export async function runGit(start: GitStart): Promise<GitOutcome> {
  for (let tries = 1; ; tries += 1) {
    const { endedBy, outcome } = await runOnce(start);
    const mayBeginAgain = start.session.leadsGroup || start.isQuestion === true;
    const beginsAgain = mayBeginAgain && fromTerminal.includes(endedBy);
    if (!beginsAgain || start.signal?.aborted || tries >= mostTries) {
      logStderr(start, outcome);
      return outcome;
    }
  }
}

/**
 * By simple-git.
 *
 * The permissions are those that its guards ask for: our settings name a credential helper, an empty hooks
 * folder, an empty template and /dev/null as the user's configuration, a bearer comes as a variable, and the perl script that stands in for
 * setsid may lie in a folder with a space in its name.
 */
async function runOnce(
  start: GitStart,
): Promise<{ readonly endedBy: NodeJS.Signals | null; readonly outcome: GitOutcome }> {
  const { session, launcher, environment, config, args, folder, signal, onStderr, onStdout } =
    start;
  const children = watchChildren();
  let settle = (): void => undefined;
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
        stderr: Buffer.concat(result.stdErr).toString('utf8'),
      };
      return undefined;
    },
  });
  git.env({ ...environment });
  git.outputHandler((_command, stdout, stderr) => {
    const child = children.find(stdout);
    if (child !== undefined) {
      endedBy = () => child.signalCode;
      settle = endOnAbort({ child, leadsGroup: session.leadsGroup, launcher, signal });
    }
    // simple-git waits 50 ms more for a command from which no data came: an empty piece is enough to spare it.
    queueMicrotask(() => stderr.emit('data', Buffer.alloc(0)));
    if (onStderr !== undefined) stderr.on('data', (data) => onStderr(String(data)));
    if (onStdout !== undefined) stdout.on('data', (data) => onStdout(String(data)));
  });
  try {
    await git.raw([...args]);
  } finally {
    children.stop();
    settle();
  }
  return {
    endedBy: endedBy(),
    outcome: outcome ?? { exitCode: null, stdout: '', stderr: '' },
  };
}

/**
 * simple-git does not give its child away, and a group can only be ended by its id. Node tells of every child
 * on this channel, and the output stream says which one is ours.
 */
function watchChildren(): {
  find(stdout: NodeJS.ReadableStream): ChildProcess | undefined;
  stop(): void;
} {
  const seen: ChildProcess[] = [];
  function note(message: unknown): void {
    seen.push((message as { process: ChildProcess }).process);
  }
  subscribe('child_process', note);
  return {
    find(stdout) {
      unsubscribe('child_process', note);
      return seen.find((child) => child.stdout === stdout);
    },
    stop: () => unsubscribe('child_process', note),
  };
}

export type ToolLog = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/** Characters of one command's messages that go to the log; the last ones tell how it ended. */
const mostLogged = 20_000;

/** Tells the log, at level trace, what one git command said; without its progress, and nothing if it was silent. */
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
  call.log('trace', 'git said', { command: call.args[0], stderr: stderr.slice(-mostLogged) });
}
