import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import { countOf, type RepositoryFindings } from '../../verify/findings/difference.ts';
import { verifyMigration } from '../../verify/verify-migration.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';

/**
 * Compares the targets with what was migrated and synced, before anybody sees them.
 * @returns the number of items that were compared, and of what the importer lost, by slug
 * @throws `refused` where something is missing or different, or could not be compared
 */
export async function verifyTargets(
  run: CutoverRun,
  repositories: readonly CutoverRepository[],
): Promise<ReadonlyMap<string, Compared>> {
  if (repositories.length === 0) return new Map();
  const { services, migration, signal, drain, requests } = run;
  const found = await verifyMigration({
    ...services,
    ...{ migration, requests },
    markerKey: await services.loadMarkerKey(),
    reread: null,
    repositories: new Set(repositories.map(({ planned }) => planned.source)),
    signal: AbortSignal.any([signal, drain]),
    onBegin: (source) => run.onProgress?.({ type: 'entered', phase: 'verify', source }),
    onRepository: ({ source }) => run.onProgress?.({ type: 'left', source }),
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
  return new Map(
    found.repositories.map((one) => {
      const losses = one.differences.filter(({ isLoss }) => isLoss).length;
      return [one.source, { items: countOf(one).compared, losses }];
    }),
  );
}

interface Compared {
  readonly items: number;
  /** Known since the import: the target is as good as it gets. */
  readonly losses: number;
}

function whatIsWrong(found: RepositoryFindings): string | null {
  if (found.unverified !== null) return found.unverified.message;
  const defects = found.differences.filter((one) => one.verdict === 'defect' && !one.isLoss);
  const [first] = defects;
  if (first === undefined) return null;
  const more = defects.length > 1 ? ', and more' : '';
  return `${count(defects.length, 'defect')}: ${first.name}, ${first.message}${more}`;
}

/** So many are named. */
const shown = 3;

function listed(all: readonly string[]): string {
  const more = all.length > shown ? ` and ${all.length - shown} more` : '';
  return `${all.slice(0, shown).join(', ')}${more}`;
}
