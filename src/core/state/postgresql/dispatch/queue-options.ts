import type { PgBoss } from 'pg-boss';
import type { QueueKind } from './queue-names.ts';
import { heartbeatSeconds } from './taken-jobs.ts';

const tenYears = 315_360_000;

/** Creates a queue, unless it is there. */
export function createQueue(boss: PgBoss, kind: QueueKind, name: string): Promise<void> {
  return boss.createQueue(name, {
    // Of repositories, one job of a key that waits or is active.
    policy: kind === 'repository' ? 'exclusive' : 'standard',
    heartbeatSeconds,
    // A day is the longest that pg-boss allows: then another process takes it too, finds the lease held, and puts it back.
    expireInSeconds: 86_400,
    // It ends by our calls alone: how often something is tried is not for pg-boss to decide, nor for how long it waits.
    retryLimit: 2 ** 31 - 1,
    retryDelay: 0,
    retentionSeconds: tenYears,
  });
}
