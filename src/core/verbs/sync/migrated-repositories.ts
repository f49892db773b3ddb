import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { Store } from '../../ports/store.ts';
import { readPhase } from '../../replica/context/target-phase.ts';
import type { SyncRun } from './repository/sync-request.ts';

export interface MigratedRepositories {
  /** Repositories to sync, in the order of the plan. */
  readonly repositories: readonly PlannedRepository[];
  /** Their ids on the source, by slug. */
  readonly ids: ReadonlyMap<string, string>;
  /** Slugs of those that were asked for and are not migrated yet. */
  readonly unmigrated: readonly string[];
  /** How many were switched by a cut-over, or rolled back: people decide about their targets. */
  readonly switched: number;
}

/** Which repositories of a migration can be synced: those that it has migrated to their end. */
export async function migratedRepositories(
  run: Pick<SyncRun, 'migration' | 'plan' | 'repositories'> & { store: Store },
): Promise<MigratedRepositories> {
  const { store, migration, plan } = run;
  const ids = new Map<string, string>();
  const states = await store.listRepositories(migration.id);
  const unmigrated: string[] = [];
  let switched = 0;
  for (const { source, status } of states) {
    if (run.repositories !== null && !run.repositories.has(source)) continue;
    // Left as it was by a person, or by --skip-existing: it is not ours to sync.
    if (status === 'skipped') continue;
    const of = { migration: migration.id, repository: source, follow: plan.follow === true };
    if (of.follow && (await readPhase(store, of)) === 'open') {
      switched += 1;
      continue;
    }
    const [made] = await store.listObjects(migration.id, source, 'repository');
    if (status === 'succeeded' && made?.targetId) ids.set(source, made.sourceId);
    else unmigrated.push(source);
  }
  const repositories = plan.repositories.filter(({ source }) => ids.has(source));
  return { repositories, ids, unmigrated, switched };
}
