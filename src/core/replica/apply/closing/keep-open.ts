import * as z from 'zod';
import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import type { RefUpdate } from '../../../git/push/update-remote-refs.ts';
import { defineDocument } from '../../../journal/document.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { numbersNamedBetween } from './named-numbers.ts';

type Context = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetFullName'
  | 'records'
  | 'mirror'
  | 'sourceRepository'
  | 'waitingClock'
  | 'signal'
>;

/** The state of an issue or pull request that a push has closed. */
export interface ClosedByPush {
  readonly number: number;
  readonly isOpenAgain: boolean;
}

const closing = defineDocument('refs', 'closing', z.object({ numbers: z.array(z.number()) }));

/** Milliseconds between looks: the target reads messages some time after a push. */
const pauses = [250, 500, 1000, 2000, 4000];

/**
 * Pushes, and opens again what the target closes because of it: `Fixes #3` in a commit means an issue of the source or of
 * its tracker, and closes the issue or pull request of that number on the target. What was open is recorded before the push,
 * and what somebody has closed meanwhile stays closed.
 * @param options.onClosed called for each that the push has closed
 */
export async function keepOpen<T>(
  context: Context,
  options: {
    readonly updates: readonly RefUpdate[];
    readonly push: () => Promise<T>;
    readonly onClosed: (closed: ClosedByPush) => void;
  },
): Promise<T> {
  const { updates, push, onClosed } = options;
  const open = await findOpen(context, await numbersOf(context, updates));
  if (open.length === 0) return push();
  await closing.save(context.records, { numbers: open });
  const result = await push();
  await openAgain(context, { numbers: open, onClosed });
  return result;
}

/** Goes on where a run was killed between such a push and its end. */
export async function finishKeepingOpen(
  context: Context,
  onClosed: (closed: ClosedByPush) => void,
): Promise<void> {
  const found = await closing.read(context.records);
  if (found !== null) await openAgain(context, { numbers: found.numbers, onClosed });
}

/** For messages. */
export function closedText({ isOpenAgain }: ClosedByPush): string {
  return isOpenAgain
    ? "closed by a pushed commit's message, and reopened"
    : "closed by a pushed commit's message; GitHub does not reopen it";
}

/** Only the default branch closes anything. */
async function numbersOf(
  { mirror, sourceRepository, targetFullName: fullName }: Context,
  updates: readonly RefUpdate[],
): Promise<readonly number[]> {
  const ref = `refs/heads/${sourceRepository.defaultBranch ?? ''}`;
  const moved = updates.find((one) => one.ref === ref);
  if (moved === undefined || moved.to === null || moved.to === moved.expected) return [];
  const before = moved.expected ?? '';
  const from = (await resolveCommits({ ...mirror, hashes: [before] })).get(before) ?? null;
  return numbersNamedBetween(mirror, { from, to: moved.to, fullName });
}

async function findOpen(context: Context, numbers: readonly number[]): Promise<readonly number[]> {
  const open: number[] = [];
  for (const number of numbers) if ((await stateOf(context, number)) === 'open') open.push(number);
  return open;
}

/** Tells whether a commit closed it that the source has; people may push one that closes it, too. */
async function isOurs({ mirror }: Context, commit: string | null): Promise<boolean> {
  if (commit === null) return false;
  const known = await resolveCommits({ ...mirror, hashes: [commit] });
  return (known.get(commit) ?? null) !== null;
}

function stateOf({ target, targetName, signal }: Context, number: number) {
  return target.pullRequests.readState({ ...targetName, number, signal });
}

async function openAgain(
  context: Context,
  options: {
    readonly numbers: readonly number[];
    readonly onClosed: (closed: ClosedByPush) => void;
  },
): Promise<void> {
  const { target, targetName, signal, waitingClock, records } = context;
  const open = new Set(options.numbers);
  for (const pause of [...pauses, null]) {
    for (const number of open) {
      const state = await stateOf(context, number);
      if (state === 'open') continue;
      open.delete(number);
      if (state !== 'closed') continue;
      // Somebody may have closed it, too.
      const closer = await target.pullRequests.readCloser({ ...targetName, number, signal });
      if (closer !== null && !(await isOurs(context, closer.commit))) continue;
      const isOpenAgain = await target.pullRequests.reopen({ ...targetName, number, signal });
      options.onClosed({ number, isOpenAgain });
    }
    if (open.size === 0 || pause === null) break;
    await waitingClock.sleep(pause, signal);
  }
  await closing.forget(records);
}
