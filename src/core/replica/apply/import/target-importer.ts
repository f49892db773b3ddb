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
    hint: 'GitHub.com and ghe.com have one, Enterprise Server has none: write archives with --export DIR and follow the runbook, or use --engine rest. Behind a proxy of your own, set DST_UPLOADS_URL as well.',
    retry: 'no',
  });
}
