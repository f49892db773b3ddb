import { formatDate } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { MigrationOverview } from '../../ports/store.ts';
import { migrationWord } from '../../report/status-words.ts';
import { last } from '../newest-migration.ts';

/** Ids that a shell offers, newest first, each with a tab and what the migration is; `last` before them. Pure. */
export function migrationCandidates(migrations: readonly MigrationOverview[]): readonly string[] {
  const newestFirst = migrations.toReversed();
  const lines = newestFirst.map(({ id, source, target, status, createdAt }) => {
    const where = `${safe(source.workspace)} to ${safe(target.organization)}`;
    return `${id}\t${where}, ${migrationWord(status)}, ${formatDate(createdAt)}`;
  });
  const [newest] = newestFirst;
  return newest === undefined ? [] : [`${last}\tthe newest: ${newest.id}`, ...lines];
}

/** Repositories that a shell offers: of the newest migration first, each once. Pure. */
export function repositoryCandidates(
  byMigration: readonly (readonly { readonly source: string }[])[],
): readonly string[] {
  const sources = byMigration.toReversed().flatMap((all) => all.map(({ source }) => safe(source)));
  return [...new Set(sources)];
}
