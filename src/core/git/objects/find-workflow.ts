import { gitFailure } from '../errors/git-errors.ts';
import { type Search, searching } from './find-objects.ts';

/** One commit that touches a workflow file, with the file's path, or `null` if the refs reach none. */
export async function findWorkflow(
  options: Search,
): Promise<{ path: string; commit: string } | null> {
  const { git, directory, signal } = options;
  const outcome = await git.run({
    args: [
      'log',
      '--branches',
      '--tags',
      '--full-history',
      '-m',
      '--root',
      '--max-count=1',
      '--no-renames',
      '--format=%H',
      '--name-only',
      '-z',
      '--',
      '.github/workflows/',
    ],
    repository: directory,
    signal,
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, searching);
  const [commit, path] = outcome.stdout.split(/[\0\n]+/).filter((part) => part !== '');
  return commit === undefined || path === undefined ? null : { commit, path };
}
