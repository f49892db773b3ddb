import type { Migration, RepositoryState } from '../model/migration.ts';
import type { Plan, PlannedRepository } from '../plan/plan-schema.ts';
import type { Store } from '../state/store.ts';

export interface Pending {
  readonly repositories: readonly PlannedRepository[];
  /** Those whose target this migration may have made. */
  readonly begun: ReadonlySet<string>;
}

/** @param options.migration `null`: none of this plan was begun */
export async function pendingRepositories(options: {
  store: Store;
  plan: Plan;
  migration: Migration | null;
}): Promise<Pending> {
  const { store, plan, migration } = options;
  if (migration === null) return { repositories: plan.repositories, begun: new Set() };
  const states = await store.listRepositories(migration.id);
  const open = new Map(states.filter(isOpen).map((state) => [state.source, state]));
  const begun = new Set<string>();
  for (const { source, startedAt } of open.values()) {
    if (startedAt === null) continue;
    const steps = await store.listSteps(migration.id, source);
    if (steps.some(({ name }) => name === 'create')) begun.add(source);
  }
  return { repositories: plan.repositories.filter(({ source }) => open.has(source)), begun };
}

function isOpen({ status }: RepositoryState): boolean {
  return status !== 'succeeded' && status !== 'skipped';
}
