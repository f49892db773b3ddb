import { exportsArchives, importsAll } from '../../choices/engine.ts';
import { suggest } from '../../kernel/documents/suggest.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../ports/store.ts';
import { isMigrationId } from '../../replica/context/identity.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { askOrEnd, type Consent } from './consent.ts';

/** @throws `state` for an unknown id, with a similar one */
export async function migrationOf(store: Store, id: string): Promise<Migration> {
  const migration = isMigrationId(id) ? await store.findMigration(id) : null;
  if (migration !== null) return migration;
  const known = (await store.listMigrations()).map((one) => one.id);
  const meant = suggest(id, known);
  throw new MigratorError('state', `No migration ${safe(id)}`, {
    hint: `${meant === null ? '' : `Did you mean ${meant}? `}List all migrations with: migrator status --list`,
  });
}

/**
 * The same for what is done on targets.
 * @throws `usage` also for a migration that has only written archives
 */
export async function migratedOf(store: Store, id: string): Promise<Migration> {
  const migration = await migrationOf(store, id);
  const kept = storedOptions(migration);
  if (!exportsArchives(kept)) return migration;
  throw new MigratorError('usage', `Migration ${id} only wrote archives`, {
    hint: `Its GitHub repositories do not exist until you import the archives: see runbook-${id}.md in ${safe(kept.export ?? '')}.`,
  });
}

/**
 * The same for what keeps targets up to date.
 * @throws `usage` also where all targets are open, and an importer's: it makes repositories, and changes none
 */
export async function syncedOf(store: Store, id: string): Promise<Migration> {
  const migration = await migratedOf(store, id);
  const kept = storedOptions(migration);
  if (kept.follow || !importsAll(kept, storedPlan(migration))) return migration;
  throw new MigratorError(
    'usage',
    `Migration ${id} was imported, and its repositories were opened right away: they cannot be synced or cut over`,
    {
      hint: 'To migrate later changes, delete the GitHub repositories and start over with --reset-repo. For a cut-over, set follow in the plan.',
    },
  );
}

/** @throws `state` for a cancelled migration */
export function refuseCancelled({ id, status }: Migration): void {
  if (status !== 'cancelled') return;
  throw new MigratorError('state', `Migration ${id} was cancelled and cannot be resumed`, {
    hint: 'Start a new one with --plan and the same plan. --skip-existing skips what GitHub has, --overwrite replaces it.',
  });
}

/**
 * Asks for a migration.
 * @throws `usage` where nobody can be asked, or the answer fits none
 */
export async function askForMigration(store: Store, consent: Consent): Promise<Migration> {
  const known = (await store.listMigrations()).filter(({ status }) => status !== 'cancelled');
  if (known.length === 0) {
    throw new MigratorError('usage', 'No migration to reset', {
      hint: 'Start one with --plan.',
    });
  }
  const lines = known.map((one, index) => `  ${index + 1}  ${describe(one)}`);
  if (consent.ask === null) {
    throw new MigratorError('usage', '--reset-state needs --plan or --resume', {
      hint: `Specify the migration: ${known.map(describe).join('; ')}`,
    });
  }
  const answer = await askOrEnd(
    consent,
    `Which migration do you want to reset?\n${lines.join('\n')}\nNumber or ID: `,
  );
  const chosen = known.find(({ id }) => id === answer) ?? known[Number(answer) - 1];
  if (chosen !== undefined) return chosen;
  throw new MigratorError('usage', `No migration "${safe(answer)}"`, {
    hint: 'Nothing was changed.',
  });
}

function describe({ id, status, source, target }: MigrationOverview): string {
  return `${id} (${status}, ${safe(source.workspace)} -> ${safe(target.organization)})`;
}
