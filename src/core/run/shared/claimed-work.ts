import type { SourceRepository } from '../../ports/records/repository.ts';
import type { ClaimWriter } from '../../ports/state/shared-run.ts';
import type { MigrationContext } from '../../replica/context/migration-context.ts';
import { migrationWork, type RepositoryWork } from '../repositories/repository-work.ts';
import { ownMirror } from './own-mirror.ts';

/** Migrates a repository by its claim, with a mirror that is of this claim or of the one before. */
export function claimedWork(
  context: Omit<MigrationContext, 'writer'>,
  claim: ClaimWriter,
  findSource: (slug: string) => Promise<SourceRepository>,
): RepositoryWork {
  return migrationWork({ ...context, writer: claim }, async (slug) => {
    const repository = await findSource(slug);
    await ownMirror(context, repository, claim);
    return repository;
  });
}
