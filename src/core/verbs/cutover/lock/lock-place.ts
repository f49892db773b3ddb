import { listRemoteRefs } from '../../../git/mirror/refs.ts';
import { hasCode } from '../../../kernel/errors.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import type { CutoverRun } from '../run/cutover-request.ts';
import type { PhaseWork } from '../run/in-phase.ts';
import type { LockContext } from './lock-context.ts';

/** Returns the context that locks or unlocks one repository of a run. */
export function lockContext(
  { services, plan }: Pick<CutoverRun, 'services' | 'plan'>,
  lock: SourceLock,
  {
    planned,
    sourceId,
    records,
    signal,
  }: Pick<PhaseWork, 'planned' | 'sourceId' | 'records' | 'signal'>,
): LockContext {
  const { source, git, random, clock, waitingClock, settleMilliseconds, reportWait } = services;
  const repository = { workspace: plan.source.workspace, slug: planned.source };
  return {
    ...{ lock, repository, sourceId, records, signal },
    ...{ random, clock, waitingClock, settleMilliseconds, reportWait },
    enteredAt: clock.now(),
    async findCommit(hash) {
      // Data Center takes a full hash as it is.
      const short = { ...repository, hash: hash.slice(0, 20), signal };
      try {
        return await source.pullRequests.expandCommit(short);
      } catch (error) {
        // Cloud answers for the tag with the commit of another hash.
        if (hasCode(error, 'bad-answer')) return null;
        throw error;
      }
    },
    listRefs: () => listRemoteRefs({ git, access: source.gitAccess(repository), signal }),
  };
}
