import { hasCode } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { startedImport } from '../../recorded/imports/import-documents.ts';
import type { ImportPlace } from './prepare-target.ts';
import { forgetImport } from './start-import.ts';

/**
 * Forgets an import of a repository that a person has started over, where nothing came of it: the host has forgotten it, or its
 * repository is gone.
 * @returns whether it was forgotten
 */
export async function isLostImport(
  context: Pick<
    RepositoryContext,
    'records' | 'sourceRepository' | 'target' | 'targetName' | 'wasReset' | 'signal'
  >,
  { importer }: Pick<ImportPlace, 'importer'>,
): Promise<boolean> {
  const { records, target, targetName, wasReset, signal } = context;
  const started = await records.findObject('import', startedImport);
  const id = started?.targetId ?? null;
  if (!wasReset || id === null) return false;
  const found = await importer.readImport({ id, signal }).catch((error: unknown) => {
    if (hasCode(error, 'not-found')) return null;
    throw error;
  });
  if (found !== null && found.state.kind !== 'succeeded' && found.state.kind !== 'failed')
    return false;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state === 'present') return false;
  await forgetImport(context);
  return true;
}
