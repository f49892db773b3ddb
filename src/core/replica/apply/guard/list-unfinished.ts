import type { Migration } from '../../../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../../ports/store.ts';

export interface UnfinishedMigration
  extends Pick<MigrationOverview, 'id' | 'counts' | 'updatedAt'> {
  readonly workspace: string;
  readonly organization: string;
  /**
   * `running`: another process is at it; `interrupted`: it can go on; `failed`: repositories of it have failed; `following`:
   * its targets follow their sources until the cut-over.
   */
  readonly kind: 'running' | 'interrupted' | 'failed' | 'following';
  /** Its plan has settings, which a sync can compare. */
  readonly hasSettings: boolean;
}

/** Lists migrations that can be resumed, synced or watched, the newest first. */
export async function listUnfinished(
  store: Pick<Store, 'listMigrations' | 'findHolder'>,
): Promise<readonly UnfinishedMigration[]> {
  const unfinished: UnfinishedMigration[] = [];
  for (const migration of await store.listMigrations()) {
    const { id, status, source, target, counts, updatedAt } = migration;
    const isFollowing = status === 'completed' && follows(migration);
    if (status === 'cancelled' || (status === 'completed' && !isFollowing)) continue;
    const isRunning = (await store.findHolder(id)) !== null;
    const hasFailed = status === 'completed_with_failures' || status === 'failed';
    const open = hasFailed ? 'failed' : 'interrupted';
    const kind = isRunning ? 'running' : isFollowing ? 'following' : open;
    const { workspace } = source;
    const { organization } = target;
    // Only a sync asks.
    const hasSettings = isFollowing && plansSettings(migration);
    unfinished.push({ id, workspace, organization, kind, counts, updatedAt, hasSettings });
  }
  return unfinished.reverse();
}

/** Read without the schema: a list must not fail for one migration whose settings are damaged. */
function follows({ settings }: Pick<Migration, 'settings'>): boolean {
  const found = parsed(settings);
  if (!isObject(found) || !('follow' in found)) return false;
  // Archives have no target to follow their source.
  const isExport = 'export' in found && typeof found.export === 'string';
  return found.follow === true && !isExport;
}

function plansSettings({ planText }: Pick<Migration, 'planText'>): boolean {
  const plan = parsed(planText);
  const all: unknown = isObject(plan) && 'repositories' in plan ? plan.repositories : [];
  return Array.isArray(all) && all.some((one: unknown) => isObject(one) && 'settings' in one);
}

function isObject(found: unknown): found is object {
  return typeof found === 'object' && found !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The migration that a plan continues; `null` where there is none, or the newest was cancelled. */
export async function findUnfinished(store: Store, digest: string): Promise<Migration | null> {
  const newest = await store.findByPlan(digest);
  return newest?.status === 'cancelled' ? null : newest;
}
