import { requireCredentialChannel } from '../../git/process/credential-check.ts';
import { requireGit } from '../../git/process/programs.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Preflight } from './preflight-questions.ts';

/** @throws `missing-program` without git, or without git-lfs where its use was asked for */
export async function checkPrograms({
  services,
  options,
  repositories,
  signal,
}: Preflight): Promise<void> {
  const { lfs } = services.programs;
  requireGit(services.programs);
  await requireCredentialChannel({ git: services.git, signal });
  const isAsked =
    options.includeLfs === true || repositories.some(({ include_lfs }) => include_lfs === true);
  if (isAsked && lfs === null) {
    throw new MigratorError(
      'missing-program',
      'git-lfs was not found on the PATH, and include_lfs is true',
      {
        hint: 'Install `git-lfs`, and see that `git lfs version` answers. Where no repository uses LFS, remove include_lfs.',
      },
    );
  }
}
