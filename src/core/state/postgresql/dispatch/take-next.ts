import type { PgBoss } from 'pg-boss';
import type { DispatchSelection } from '../../../ports/state/dispatcher.ts';
import { text } from '../../read-column.ts';
import type { FetchedJob } from './job-data.ts';
import type { QueueDatabase } from './queue-database.ts';
import type { QueueKind } from './queue-names.ts';
import { findHeads } from './queue-rows.ts';
import { checkBossVersion } from './start-boss.ts';

/** The next job of these queues, `null` where none may be taken now. */
export type Fetch = (kind: QueueKind, selection: DispatchSelection) => Promise<FetchedJob | null>;

/** pg-boss fetches from one queue: which has the next job is asked first. @throws `state` for a schema of a newer version */
export function createFetch(boss: PgBoss, database: QueueDatabase, place: string): Fetch {
  return async (kind, selection) => {
    for (const head of await findHeads(database.query, kind, selection)) {
      checkBossVersion(head, place);
      const [job] = await boss.fetch(text(head, 'name'));
      // Others may have been quicker.
      if (job !== undefined) return job;
    }
    return null;
  };
}
