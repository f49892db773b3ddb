import { listRemoteRefs } from '../../git/mirror/refs.ts';
import type { MigrationServices } from '../../migration/migration-context.ts';
import type { SourceRepositoryName } from '../../ports/pull-request-source.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import type { LockContext } from './lock-context.ts';
import type { LockRecords } from './lock-records.ts';

/** What locks or unlocks one repository of a run. */
export function lockContext(
  services: MigrationServices,
  one: {
    readonly lock: SourceLock;
    readonly repository: SourceRepositoryName;
    readonly records: LockRecords;
    readonly signal: AbortSignal;
  },
): LockContext {
  const { source, git, random, clock, waitingClock, settleMilliseconds, reportWait } = services;
  return {
    ...one,
    ...{ random, clock, waitingClock, settleMilliseconds, reportWait },
    listRefs: () =>
      listRemoteRefs({ git, access: source.gitAccess(one.repository), signal: one.signal }),
  };
}
