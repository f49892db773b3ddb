import { hasCode } from '../../../../kernel/errors.ts';
import { count } from '../../../../kernel/format/format.ts';
import { createdIds } from '../../../recorded/pull-requests/created-ids.ts';
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
  const { learned } = context;
  for (const pause of [...pausesUntilSeen, null]) {
    if (open.length === 0 || learned.failedResolutions >= mostFailures) break;
    try {
      open = [...(await target.pullRequests.resolveThreads({ ...name, rootIds: open, signal }))];
      learned.failedResolutions = 0;
    } catch (error) {
      if (hasCode(error, 'permission', 'refused', 'not-found', 'bad-answer')) break;
      // What is about more than these threads.
      if (!hasCode(error, 'unavailable')) throw error;
      if (pause === null) learned.failedResolutions += 1;
    }
    if (open.length > 0 && pause !== null) await waitingClock.sleep(pause, signal);
  }
  if (open.length > 0) {
    const many = count(open.length, 'resolved thread');
    const message = `Pull request ${name.number}: ${many} could not be marked as resolved`;
    context.repository.warn(message);
  }
  for (const rootId of open) roots.delete(rootId);
  return [...roots.values()];
}
