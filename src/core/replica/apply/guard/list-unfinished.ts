import type { Migration } from '../../../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../../ports/store.ts';

export interface KnownMigration extends Pick<MigrationOverview, 'id' | 'counts' | 'updatedAt'> {
  readonly workspace: string;
  readonly organization: string;
  /**
   * `running`: another process is at it; `interrupted`: it can go on; `failed`: repositories of it have failed; `following`:
   * its targets follow their sources until the cut-over; `done`: all is migrated.
   */
  readonly kind: 'running' | 'interrupted' | 'failed' | 'following' | 'done';
  /** Where the end of a cut-over or a rollback was looked for; `null`: neither has come to it. */
  readonly reached?: string | null;
  /** Counts what a rollback has left on GitHub, and what it took away; `null`: nothing was rolled back. */
  readonly onTarget?: string | null;
  /** How far a cut-over or a rollback is that has not ended; `null`: there is none. */
  readonly halfway?: string | null;
  /** Its targets stay closed until the cut-over. */
  readonly follows: boolean;
  /** Its plan has settings, which a sync can compare. */
  readonly hasSettings: boolean;
}

type States = Pick<Store, 'listMigrations' | 'findHolder'>;

/** Lists migrations that can be resumed, synced or watched, the newest first. */
export function listUnfinished(store: States): Promise<readonly KnownMigration[]> {
  return list(store, 0);
}

/** The same with the last of those that have come to their end, which can be verified or rolled back. */
export function listKnown(store: States): Promise<readonly KnownMigration[]> {
  return list(store, 5);
}

async function list(store: States, mostDone: number): Promise<readonly KnownMigration[]> {
  const known: KnownMigration[] = [];
  let done = 0;
  for (const migration of (await store.listMigrations()).toReversed()) {
    const { id, status, source, target, counts, updatedAt } = migration;
    const isCompleted = status === 'completed';
    if (status === 'cancelled' || (isCompleted && isExport(migration))) continue;
    const isFollowing = follows(migration);
    if (isCompleted && !isFollowing && ++done > mostDone) continue;
    const isRunning = (await store.findHolder(id)) !== null;
    known.push({
      ...{ id, counts, updatedAt, follows: isFollowing, hasSettings: plansSettings(migration) },
      ...{ workspace: source.workspace, organization: target.organization },
      kind: isRunning ? 'running' : kindOf(status, isFollowing),
    });
  }
  return known;
}

function kindOf(status: Migration['status'], isFollowing: boolean): KnownMigration['kind'] {
  if (status === 'completed') return isFollowing ? 'following' : 'done';
  return status === 'completed_with_failures' || status === 'failed' ? 'failed' : 'interrupted';
}

/** Tells whether its targets stay closed until a cut-over. Read without the schema: a list must not fail for one migration whose settings are damaged. */
export function follows(migration: Pick<Migration, 'settings'>): boolean {
  const found = parsed(migration.settings);
  // Archives have no target to follow their source.
  return isObject(found) && 'follow' in found && found.follow === true && !isExport(migration);
}

function isExport({ settings }: Pick<Migration, 'settings'>): boolean {
  const found = parsed(settings);
  return isObject(found) && 'export' in found && typeof found.export === 'string';
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
