import { remembered } from '../../kernel/async/remembered.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { Store } from '../../ports/store.ts';
import { storedPlan } from './stored-plan.ts';

/** A repository of the source that a target was created from. */
export interface PublishedSource {
  readonly planned: PlannedRepository;
  readonly workspace: string;
  /** On the source. */
  readonly id: string;
}

/** The sources of the targets that the held migration has created. */
export interface PlannedPublications {
  /** @returns `null` for a name under which it has created nothing */
  find(target: { readonly owner: string; readonly name: string }): Promise<PublishedSource | null>;
}

/** Reads the plan once: what confirms a publication is in the state before the migration is held. */
export function plannedPublications(
  store: Pick<Store, 'findMigration' | 'listObjects'>,
  migration: string,
): PlannedPublications {
  const plan = remembered(async () => {
    const found = await store.findMigration(migration);
    if (found === null) return null;
    const { source, repositories } = storedPlan(found);
    const byName = new Map(repositories.map((one) => [one.target.toLowerCase(), one]));
    const organization = found.target.organization.toLowerCase();
    return { organization, workspace: source.workspace, byName };
  });
  return {
    async find({ owner, name }) {
      const known = await plan.get();
      if (known?.organization !== owner.toLowerCase()) return null;
      const planned = known.byName.get(name.toLowerCase());
      if (planned === undefined) return null;
      const rows = await store.listObjects(migration, planned.source, 'repository');
      const id = rows.find(({ targetId }) => targetId !== null)?.sourceId;
      return id === undefined ? null : { planned, workspace: known.workspace, id };
    },
  };
}
