import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import { countOf, type RepositoryFindings } from '../../verify/findings/difference.ts';
import { verifyMigration } from '../../verify/verify-migration.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';

/**
 * Compares the targets with what was migrated and synced, before anybody sees them.
 * @returns the number of items that were compared, by slug
 * @throws `refused` where something is missing or different, or could not be compared
 */
export async function verifyTargets(
  run: CutoverRun,
  repositories: readonly CutoverRepository[],
): Promise<ReadonlyMap<string, number>> {
  if (repositories.length === 0) return new Map();
  const { services, migration, signal, drain, requests } = run;
  const found = await verifyMigration({
    ...services,
    ...{ migration, requests },
    markerKey: await services.loadMarkerKey(),
    reread: null,
    repositories: new Set(repositories.map(({ planned }) => planned.source)),
    signal: AbortSignal.any([signal, drain]),
    onRepository: () => {},
  });
  const bad = found.repositories.flatMap((one) => {
    const why = whatIsWrong(one);
    return why === null ? [] : [`${one.source} (${why})`];
  });
  if (bad.length > 0) {
    throw new MigratorError('refused', `Not opened, because of differences: ${listed(bad)}`, {
      hint: `See them with: migrator verify --migration ${migration.id}. Repair with --repair, then run the cut-over again.`,
    });
  }
  return new Map(found.repositories.map((one) => [one.source, countOf(one).compared]));
}

function whatIsWrong(found: RepositoryFindings): string | null {
  if (found.unverified !== null) return found.unverified.message;
  const [first] = found.differences.filter(({ verdict }) => verdict === 'defect');
  if (first === undefined) return null;
  const { defects } = countOf(found);
  const more = defects > 1 ? ', and more' : '';
  return `${count(defects, 'defect')}: ${first.name}, ${first.message}${more}`;
}

/** So many are named. */
const shown = 3;

function listed(all: readonly string[]): string {
  const more = all.length > shown ? ` and ${all.length - shown} more` : '';
  return `${all.slice(0, shown).join(', ')}${more}`;
}
