import type { PgBoss } from 'pg-boss';
import type { DispatchSelection } from '../../../ports/state/dispatcher.ts';
import type { FetchedJob } from './job-data.ts';
import { unlessMissing } from './missing-queue.ts';
import { fits, type QueueKind } from './queue-names.ts';
import { checkBossVersion } from './start-boss.ts';

/** The next job of these queues, `null` where none may be taken now. */
export type Fetch = (kind: QueueKind, selection: DispatchSelection) => Promise<FetchedJob | null>;

/** Fetches from one queue after the other, in the order of their creation. @throws `state` for a schema of a newer version */
export function createFetch(boss: PgBoss, place: string): Fetch {
  return async (kind, selection) => {
    checkBossVersion(await boss.schemaVersion(), place);
    for (const name of await queuesOf(boss, kind, selection)) {
      const [job] = await unlessMissing(boss.fetch(name), []);
      if (job !== undefined) return job;
    }
    return null;
  };
}

/** The most that pg-boss lists at once; of itself it lists a thousand. */
const listLimit = 100_000;

export async function queuesOf(
  boss: Pick<PgBoss, 'getQueues'>,
  kind: QueueKind,
  selection: DispatchSelection,
): Promise<readonly string[]> {
  const queues = await boss.getQueues(undefined, { limit: listLimit });
  // Our connection leaves times as PostgreSQL's text, which sorts by time.
  const key = ({ createdOn }: (typeof queues)[number]) => String(createdOn);
  return queues
    .filter(({ name }) => fits(name, kind, selection))
    .sort((one, other) => (key(one) < key(other) ? -1 : 1))
    .map(({ name }) => name);
}
