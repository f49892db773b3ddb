import { MigratorError } from '../kernel/errors.ts';
import type { PlannedRepository } from '../plan/plan-schema.ts';
import type { Migration, RepositoryState } from '../ports/records/migration.ts';
import type { Store } from '../ports/store.ts';
import { storedPlan } from '../replica/context/stored-plan.ts';
import { isRolledBack } from '../replica/context/target-phase.ts';
import { wasMigrated } from '../replica/context/was-migrated.ts';

/** A repository that is on the target. */
export interface Arrived {
  /** `acme/web` */
  readonly path: string;
  readonly newPath: string;
  /** Of the host; `null`: the state does not know it. */
  readonly id: string | null;
  /** The address that the host gave when it was created. */
  readonly createdAt: string;
  readonly planned: PlannedRepository | undefined;
}

interface Outcomes {
  readonly arrived: readonly Arrived[];
  /** Not migrated. */
  readonly left: readonly string[];
  /** Their targets have other names and are archived, or are gone. */
  readonly rolledBack: readonly string[];
}

/** Tells what of a migration is on the target. @throws `state` where nothing is migrated */
export async function arrivedOf(store: Store, migration: Migration): Promise<Outcomes> {
  const { repositories } = storedPlan(migration);
  const arrived: Arrived[] = [];
  const left: string[] = [];
  const rolledBack: string[] = [];
  for (const state of await store.listRepositories(migration.id)) {
    const made = await targetOf(store, migration, state);
    const planned = repositories.find(({ source }) => source === state.source);
    const path = `${migration.source.workspace}/${state.source}`;
    const newPath = `${migration.target.organization}/${state.target}`;
    if (made === null) left.push(state.source);
    else if (isRolledBack(await store.listObjects(migration.id, state.source, 'rollback'), made.id))
      rolledBack.push(state.source);
    else arrived.push({ path, newPath, id: made.id, createdAt: made.url, planned });
  }
  if (arrived.length > 0) return { arrived, left, rolledBack };
  const what = rolledBack.length > 0 ? 'are migrated and not rolled back' : 'are migrated yet';
  throw new MigratorError('state', `No repositories in ${migration.id} ${what}`, {
    hint: `See migrator status --migration ${migration.id}`,
  });
}

async function targetOf(
  store: Store,
  { id }: Migration,
  state: RepositoryState,
): Promise<{ readonly id: string | null; readonly url: string } | null> {
  if (!(await wasMigrated(store, id, state))) return null;
  const [made] = await store.listObjects(id, state.source, 'repository');
  return made?.targetUrl ? { id: made.targetId, url: made.targetUrl } : null;
}
