import type { Readable } from 'node:stream';
import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import type { GitStreamCall, GitTool } from './git-tool.ts';

/**
 * A bare mirror, and the git that works on it. Whatever takes one throws what isDamagedMirror() knows if the mirror is gone
 * or damaged.
 */
export interface MirrorOptions {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}

interface MirrorCommand extends Pick<GitStreamCall, 'args' | 'config' | 'input' | 'read'> {
  /** Begins the message of a failure: `Reading commits of`. */
  readonly doing: string;
  /** Ends it. */
  readonly subject?: string;
  /** Standard input, one line each. */
  readonly lines?: Iterable<string>;
  /** Gets standard output as lines of latin1 text. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a git command that needs no host in a mirror.
 * @returns standard output, unless `onLine` or `read` takes it
 * @throws MigratorError as git's failure says; what isDamagedMirror() knows
 */
export async function runInMirror(
  { git, directory, signal }: MirrorOptions,
  command: MirrorCommand,
): Promise<string> {
  const { args, config = [], doing, subject = 'the local mirror', lines, onLine } = command;
  const input =
    lines === undefined ? command.input : Array.from(lines, (line) => `${line}\n`).join('');
  const read = onLine === undefined ? command.read : (stdout: Readable) => eachLine(stdout, onLine);
  return onMirror({ directory, signal }, async () => {
    const outcome = await git.stream({ args, config, repository: directory, signal, input, read });
    if (outcome.exitCode !== 0) throw gitFailure(outcome, { doing, subject });
    return outcome.stdout;
  });
}

/** Walks from all refs over all objects, which fails where one is missing. */
export function walkAll({ git, directory, signal }: MirrorOptions): Promise<GitOutcome> {
  const args = ['rev-list', '--objects', '--all', '--quiet'];
  return git.run({ args, repository: directory, signal });
}

async function eachLine(stdout: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const chunk of stdout) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
  if (rest !== '') onLine(rest);
}
