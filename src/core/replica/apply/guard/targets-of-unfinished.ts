import { MigratorError } from '../../../kernel/errors.ts';
import { shellCommand } from '../../../kernel/format/shell-quote.ts';
import type { TargetOwner } from '../../../ports/records/account.ts';
import type { RepositoryState } from '../../../ports/records/migration.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { Store } from '../../../ports/store.ts';
import { targetExists } from '../../context/target-exists.ts';
import { type KnownMigration, listUnfinished } from './list-unfinished.ts';

type StateOfTargets = Pick<
  Store,
  'listMigrations' | 'findHolder' | 'listRepositories' | 'listObjects'
>;

interface OwnTarget {
  readonly targetOwner: Pick<TargetOwner, 'login'>;
  readonly targetFullName: string;
  readonly target: { readonly hostname: string };
}

/** Targets that other migrations of the same state have created, or may have, and still write to. */
export interface TargetsOfUnfinished {
  /** @returns the migration that it belongs to */
  findOwner(target: Pick<TargetRepository, 'id' | 'name'>): string | null;
}

/** @param except a migration whose own targets are not looked at */
export async function targetsOfUnfinished(
  store: StateOfTargets,
  { organization, except }: { readonly organization: string; readonly except?: string },
): Promise<TargetsOfUnfinished> {
  const ids = new Map<string, string>();
  // A request whose answer was lost may have created what has the name.
  const names = new Map<string, string>();
  for (const { id, kind, organization: other } of await listUnfinished(store)) {
    if (id === except || other.toLowerCase() !== organization.toLowerCase()) continue;
    for (const { source, target, status } of await store.listRepositories(id)) {
      if (!isWrittenTo(status, kind)) continue;
      for (const { targetId } of await store.listObjects(id, source, 'repository')) {
        const [owned, key] = targetId === null ? [names, target.toLowerCase()] : [ids, targetId];
        if (!owned.has(key)) owned.set(key, id);
      }
    }
  }
  return {
    findOwner: ({ id, name }) => ids.get(id) ?? names.get(name.toLowerCase()) ?? null,
  };
}

/** Only a sync writes to what has arrived. */
function isWrittenTo(status: RepositoryState['status'], kind: KnownMigration['kind']): boolean {
  return status !== 'skipped' && (status !== 'succeeded' || kind === 'following');
}

/**
 * A repository that a lost request may have created can be another migration's, which began meanwhile.
 * @throws `target-exists` if another migration of the state has created it, may have, or has replaced it
 */
export async function requireUnowned(
  context: OwnTarget & { readonly store: StateOfTargets; readonly migration: string },
  found: Pick<TargetRepository, 'id' | 'name'>,
): Promise<void> {
  const { store, migration, targetFullName } = context;
  const organization = context.targetOwner.login;
  const unfinished = await targetsOfUnfinished(store, { organization, except: migration });
  const owner = unfinished.findOwner(found);
  if (owner !== null) throw ownedByUnfinished(targetFullName, owner);
  for (const { id, target } of await store.listMigrations()) {
    if (id === migration || target.organization.toLowerCase() !== organization.toLowerCase())
      continue;
    if (!(await hasWrittenTo(store, id, found.id))) continue;
    const hint = 'Check it, and change the target name in the plan.';
    throw targetExists(context, { why: ` belongs to the migration ${id}`, hint });
  }
}

async function hasWrittenTo(
  store: StateOfTargets,
  migration: string,
  targetId: string,
): Promise<boolean> {
  for (const { source } of await store.listRepositories(migration)) {
    const made = await store.listObjects(migration, source, 'repository');
    const replaced = await store.listObjects(migration, source, 'replaced');
    if (made.some((row) => row.targetId === targetId)) return true;
    if (replaced.some((row) => row.sourceId === targetId)) return true;
  }
  return false;
}

export function ownedByUnfinished(fullName: string, migration: string): MigratorError {
  return new MigratorError(
    'target-exists',
    `Repository already exists: ${fullName} belongs to the unfinished migration ${migration}`,
    {
      hint: `Finish it with ${shellCommand(['migrator', 'migrate', '--resume', migration])}, or set another target in the plan.`,
    },
  );
}
