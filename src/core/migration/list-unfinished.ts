import type { Migration } from '../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../ports/store.ts';

export interface UnfinishedMigration
  extends Pick<MigrationOverview, 'id' | 'counts' | 'updatedAt'> {
  readonly workspace: string;
  readonly organization: string;
  /** `running`: another process is at it; `interrupted`: it can go on; `failed`: repositories of it have failed. */
  readonly kind: 'running' | 'interrupted' | 'failed';
}

/** Those that can be resumed or watched, the newest first. */
export async function listUnfinished(
  store: Pick<Store, 'listMigrations' | 'findHolder'>,
): Promise<readonly UnfinishedMigration[]> {
  const unfinished: UnfinishedMigration[] = [];
  for (const migration of await store.listMigrations()) {
    const { id, status, source, target, counts, updatedAt } = migration;
    if (status === 'completed' || status === 'cancelled') continue;
    const isHeld = (await store.findHolder(id)) !== null;
    const hasFailed = status === 'completed_with_failures' || status === 'failed';
    const kind = isHeld ? 'running' : hasFailed ? 'failed' : 'interrupted';
    const { workspace } = source;
    unfinished.push({ id, workspace, organization: target.organization, kind, counts, updatedAt });
  }
  return unfinished.reverse();
}

/** The migration that a plan continues; `null` where there is none, or the newest was cancelled. */
export async function findUnfinished(store: Store, digest: string): Promise<Migration | null> {
  const newest = await store.findByPlan(digest);
  return newest?.status === 'cancelled' ? null : newest;
}
