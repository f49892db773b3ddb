import { MigratorError } from '../../../kernel/errors.ts';
import type { TargetImporter } from '../../../ports/target-importer.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';

/** @throws `configuration` where the target has none: preflight says so as well */
export function importerOf({ target }: Pick<RepositoryContext, 'target'>): TargetImporter {
  if (target.importer !== null) return target.importer;
  throw noImporter(target);
}

/** For a target that has no importer. */
export function noImporter({ hostname }: Pick<RepositoryContext['target'], 'hostname'>) {
  return new MigratorError('configuration', `${hostname} has no importer`, {
    hint: 'Enterprise Server has none: use --engine rest, or write archives with --export DIR. If DST_API_URL is set, also set DST_UPLOADS_URL.',
    retry: 'no',
  });
}
