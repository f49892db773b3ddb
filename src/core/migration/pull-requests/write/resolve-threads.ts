import { type ErrorCode, MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { WritingContext } from '../pull-request-context.ts';
import { createdIds } from './find-written.ts';
import type { Conversation } from './write-comment.ts';

/** Milliseconds: threads that were opened a moment ago may not be seen everywhere. */
const pausesUntilSeen = [1000, 3000];
/** After so many failures in a row the target is not asked any more. */
const mostFailures = 3;

/**
 * Marks the threads as resolved that were. Their texts say so too: a target that will not mark them, or whose interface
 * for it is out of order, loses nothing, and must not keep the rest from being written.
 * @returns keys of the comments whose thread is resolved now
 */
export async function resolveThreads(
  { context, name, made }: Conversation,
  resolved: readonly string[],
): Promise<readonly string[]> {
  const roots = new Map(
    resolved.flatMap((key) => {
      const rootId = createdIds.threadRoot(made.get(key)?.targetId ?? '');
      return rootId === null ? [] : [[rootId, key]];
    }),
  );
  let open = [...roots.keys()];
  const { target, signal, waitingClock } = context.repository;
  const isAsked = context.learned.failedResolutions < mostFailures;
  for (const pause of isAsked ? [...pausesUntilSeen, null] : []) {
    if (open.length === 0) break;
    try {
      open = [...(await target.pullRequests.resolveThreads({ ...name, rootIds: open, signal }))];
      context.learned.failedResolutions = 0;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'refused') break;
      if (pause === null) context.learned.failedResolutions += 1;
    }
    if (open.length > 0 && pause !== null) await waitingClock.sleep(pause, signal);
  }
  if (open.length > 0) warnOfUnresolved(context, { number: name.number, open: open.length });
  for (const rootId of open) roots.delete(rootId);
  return [...roots.values()];
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'permission',
  'refused',
  'not-found',
  'bad-answer',
]);

/** @throws what is about more than these threads */
function reasonOf(error: unknown): 'refused' | 'unavailable' {
  if (!(error instanceof MigratorError)) throw error;
  if (refusals.has(error.code)) return 'refused';
  if (error.code === 'unavailable') return 'unavailable';
  throw error;
}

function warnOfUnresolved(
  { repository }: WritingContext,
  { number, open }: { number: number; open: number },
): void {
  repository.warn(
    `Pull request ${number}: ${count(open, 'resolved thread')} could not be marked as resolved`,
  );
}
