import { gitFailure } from '../errors/git-errors.ts';
import type { PushContext } from './push-once.ts';

const measuring = { doing: 'Measuring', subject: 'the local mirror' };

/**
 * Bytes on the disk of what some objects reach and others do not: about what a push would send.
 * Nobody's names are arguments.
 */
export async function newBytes(
  context: PushContext,
  wanted: readonly string[],
  known: readonly string[],
): Promise<number> {
  const { git, directory, signal } = context;
  const outcome = await git.stream({
    args: ['rev-list', '--objects', '--disk-usage', '--ignore-missing', '--stdin'],
    repository: directory,
    input: revisions(wanted, known),
    signal,
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, measuring);
  return Number(outcome.stdout.trim());
}

/** Commits of the first-parent line that the target does not have, oldest first. Empty for what is no commit. */
export async function firstParentCommits(
  context: PushContext,
  tip: string,
  known: readonly string[],
): Promise<readonly string[]> {
  const { git, directory, signal } = context;
  const outcome = await git.stream({
    args: ['rev-list', '--first-parent', '--reverse', '--ignore-missing', '--stdin'],
    repository: directory,
    input: revisions([tip], known),
    signal,
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, measuring);
  return outcome.stdout.split('\n').filter((line) => line !== '');
}

function revisions(wanted: readonly string[], known: readonly string[]): string {
  return [...wanted, ...known.map((oid) => `^${oid}`)].map((line) => `${line}\n`).join('');
}
