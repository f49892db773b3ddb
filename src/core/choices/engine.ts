import { MigratorError } from '../kernel/errors.ts';
import type { Plan, PlannedRepository } from '../plan/plan-schema.ts';
import { sourceTraits } from '../ports/records/source-traits.ts';
import type { KeptOptions } from './kept-options.ts';

type Chosen = Pick<KeptOptions, 'engine' | 'export'>;

/** Archives are written into a folder, and nothing to the target. */
export function exportsArchives({ engine, export: folder }: Chosen): boolean {
  return engine === 'archive' && folder !== null;
}

/** The target's own importer creates repositories, out of archives. */
export function importsArchives({ engine, export: folder }: Chosen): boolean {
  return engine === 'archive' && folder === null;
}

/** The same options for one repository, which may have an engine of its own. Pure. */
export function keptFor<Kept extends Pick<KeptOptions, 'engine'>>(
  kept: Kept,
  { engine = kept.engine }: Pick<PlannedRepository, 'engine'>,
): Kept {
  return engine === kept.engine ? kept : { ...kept, engine };
}

/** Tells whether the target's importer creates any of the repositories. */
export function importsSome(kept: Chosen, { repositories }: Pick<Plan, 'repositories'>): boolean {
  return repositories.some((planned) => importsArchives(keptFor(kept, planned)));
}

/** Tells whether the target's importer creates all of the repositories. */
export function importsAll(kept: Chosen, { repositories }: Pick<Plan, 'repositories'>): boolean {
  return repositories.every((planned) => importsArchives(keptFor(kept, planned)));
}

/** @throws `usage` where no archive is written, or the source has no exports of this format */
export function requireFittingFormat(
  kept: Pick<KeptOptions, 'engine' | 'archive_format'>,
  { source, repositories }: Pick<Plan, 'source' | 'repositories'>,
): void {
  const { archive_format: format } = kept;
  if (format === 'github') return;
  if (repositories.every((planned) => keptFor(kept, planned).engine !== 'archive')) {
    throw new MigratorError('usage', `--archive-format ${format} needs --engine archive`, {
      hint: 'Add --engine archive, or remove archive_format from the plan.',
    });
  }
  if (sourceTraits[source.kind].hasExports) return;
  throw new MigratorError('usage', `--archive-format ${format} is for Data Center sources only`, {
    hint: "Remove it: archives from Bitbucket Cloud use GitHub's format.",
  });
}
