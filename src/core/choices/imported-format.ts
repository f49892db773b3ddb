import type { Plan } from '../plan/plan-schema.ts';
import type { ArchiveFormat } from '../ports/target-importer.ts';

/** The format of what GitHub's importer gets; `null` where a plan imports nothing. Pure. */
export function importedFormat({
  engine = 'rest',
  archive_format: format = 'github',
  repositories,
}: Pick<Plan, 'engine' | 'archive_format' | 'repositories'>): ArchiveFormat | null {
  const imports = repositories.some((one) => (one.engine ?? engine) === 'archive');
  return imports ? format : null;
}
