import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { ClaimWriter } from '../../ports/state/shared-run.ts';
import type { MigrationContext } from '../../replica/context/migration-context.ts';
import { emptyMirrorOf, mirrorFolder } from '../repositories/repository-context.ts';

/**
 * Removes a mirror that was not left by the claim before this one: another machine has worked on the repository since, and what
 * is stored about its steps is about that machine's mirror.
 * @returns for the end of the turn: forgets whose it is, where there is none
 */
export async function ownMirror(
  context: Pick<MigrationContext, 'workFolder' | 'migration'>,
  repository: Pick<SourceRepository, 'id'>,
  { id, previous }: Pick<ClaimWriter, 'id' | 'previous'>,
): Promise<() => Promise<void>> {
  const directory = mirrorFolder(context, repository);
  const owner = `${directory}.claim`;
  const left = await readFile(owner, 'utf8').catch(() => null);
  if (left === null || left !== previous) await emptyMirrorOf(context, repository);
  makeFolder(dirname(directory));
  await writeFile(owner, id);
  return async () => {
    if (!existsSync(directory)) await rm(owner, { force: true });
  };
}
