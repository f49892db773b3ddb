import type { Migration } from '../ports/records/migration.ts';
import type { Store } from '../ports/store.ts';

/** The migration that a plan goes on with; `null` where there is none, or the newest was cancelled. */
export async function findUnfinished(store: Store, digest: string): Promise<Migration | null> {
  const newest = await store.findByPlan(digest);
  return newest?.status === 'cancelled' ? null : newest;
}
