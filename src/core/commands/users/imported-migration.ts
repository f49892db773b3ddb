import { importsSome } from '../../choices/engine.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { migratedOf } from '../migrate/named-migration.ts';

/** @throws `usage` for a migration that was done by requests: nobody stands for anybody then */
export async function importedOf(store: Store, id: string): Promise<Migration> {
  const migration = await migratedOf(store, id);
  if (importsSome(storedOptions(migration), storedPlan(migration))) return migration;
  throw new MigratorError('usage', `Migration ${id} was not imported: it has no mannequins`, {
    hint: 'Only --engine archive keeps authors. To change names in text, run migrate --resume with --user-map.',
  });
}
