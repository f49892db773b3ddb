import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BoundedText } from '../../kernel/bounded-text.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import { endOnAbort, requireStarted } from './child-group.ts';
import { type GitStart, logStderr } from './spawn-git.ts';

export interface StreamOptions {
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array | string> | undefined;
  /** Gets the whole standard output and must consume it. */
  readonly read?: ((stdout: Readable) => Promise<void>) | undefined;
}

/**
 * One git command whose input or output is too large for memory, or that takes names on standard input.
 * Everything else is as in runGit().
 */
export async function streamGit(start: GitStart & StreamOptions): Promise<GitOutcome> {
  const settings = start.config.flatMap((setting) => ['-c', setting]);
  const child = spawn('git', [...settings, ...start.args], {
    cwd: start.folder,
    env: { ...start.environment },
    // Makes the child the leader of a session of its own, as setsid(1) does.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  await requireStarted(child);
  const { launcher, signal } = start;
  const stopWatching = endOnAbort({ child, leadsGroup: true, launcher, signal });
  const stderr = new BoundedText();
  child.stderr.on('data', (data: Buffer) => {
    start.onStderr?.(data.toString('utf8'));
    stderr.add(data);
  });
  const ended = once(child, 'close').then(
    ([exitCode]) => exitCode as number | null,
    (error: Error) => {
      stderr.add(Buffer.from(error.message));
      return null;
    },
  );
  // A child that ends early closes its input: its exit code says more than the broken pipe.
  const fed = feed(start.input, child.stdin).catch(() => undefined);
  try {
    const collected: Buffer[] = [];
    const reading = (
      start.read ??
      (async (stdout) => {
        for await (const chunk of stdout) collected.push(chunk as Buffer);
      })
    )(child.stdout);
    reading.catch(() => child.kill('SIGKILL'));
    await Promise.all([reading, fed]);
    const exitCode = await ended;
    const outcome = {
      exitCode,
      stdout: Buffer.concat(collected).toString('utf8'),
      stderr: String(stderr),
    };
    logStderr(start, outcome);
    return outcome;
  } finally {
    await ended;
    stopWatching();
  }
}

async function feed(input: StreamOptions['input'], stdin: NodeJS.WritableStream): Promise<void> {
  const isWhole = typeof input === 'string' || input instanceof Uint8Array;
  await pipeline(isWhole ? [input] : (input ?? []), stdin);
}
