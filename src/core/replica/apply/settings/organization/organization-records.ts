import {
  type RepositoryRecords,
  repositoryRecords,
} from '../../../../journal/repository-records.ts';
import type { Plan } from '../../../../plan/plan-schema.ts';
import type { Migration } from '../../../../ports/records/migration.ts';
import type { RepositoryWriter } from '../../../../ports/state/repository-writer.ts';
import type { Store } from '../../../../ports/store.ts';
import type { OrganizationState } from '../../../../settings/applying/apply-context.ts';

/**
 * Keeps records of the organization with the plan's first repository. Where that one is forgotten, teams are found
 * again by their names.
 */
export function organizationRecords(options: {
  store: Store;
  writer: RepositoryWriter;
  migration: Pick<Migration, 'id'>;
  plan: Pick<Plan, 'repositories'>;
}): RepositoryRecords {
  const { store, writer, migration, plan } = options;
  const repository = plan.repositories[0]?.source ?? '';
  return repositoryRecords({ store, writer, migration: migration.id, repository });
}

/** Returns what a person has to know of the teams. */
export function teamTexts({ outcomes }: OrganizationState): readonly string[] {
  return outcomes.flatMap(({ kind, name, note, state }) =>
    kind !== 'team' || note === null || state === 'missing' ? [] : [`Team ${name}: ${note}`],
  );
}
