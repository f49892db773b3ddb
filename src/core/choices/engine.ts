import { MigratorError } from '../kernel/errors.ts';
import type { SourceKind } from '../ports/records/repository.ts';
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

/** @throws `usage` where no archive is written, or the source has no exports of this format */
export function requireFittingFormat(
  { engine, archive_format: format }: Pick<KeptOptions, 'engine' | 'archive_format'>,
  source: SourceKind,
): void {
  if (format === 'github') return;
  if (engine !== 'archive') {
    throw new MigratorError('usage', `--archive-format ${format} needs --engine archive`, {
      hint: 'Add --engine archive, or remove archive_format from the plan.',
    });
  }
  if (sourceTraits[source].hasExports) return;
  throw new MigratorError('usage', `--archive-format ${format} is for Data Center sources only`, {
    hint: 'Remove it: archives of Bitbucket Cloud have the format of GitHub.',
  });
}
