import { setHead } from '../../../git/bare-repository.ts';
import { runGit } from '../../../git/git-tools.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import { type LoadedArchive, recordsOf } from '../archive.ts';

/** Copies branches, tags and heads of pull requests. @returns tells whether a commit is there */
export async function importRepository(
  { importer: { tools } }: GithubHost,
  { archive, repository }: { archive: LoadedArchive; repository: GithubRepository },
): Promise<(hash: string) => boolean> {
  const [record] = recordsOf(archive, 'repositories');
  const path = record?.git_url.replace('tarball://root/', '') ?? '';
  const from = archive.repositories.get(path);
  if (record === undefined || from === undefined) throw new Error('Git source migration failed');
  const { directory } = repository;
  const refs = ['heads', 'tags', 'pull'].map((name) => `+refs/${name}/*:refs/${name}/*`);
  const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head'];
  try {
    await runGit(tools, directory, ['fetch', ...quiet, '--', from, ...refs]);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`Git source migration failed: ${why}`, { cause: thrown });
  }
  setHead(directory, record.default_branch);
  // Whatever no ref leads to is not there.
  const listed = await runGit(tools, directory, ['rev-list', '--all']);
  const commits = new Set(listed.split('\n'));
  return (hash) => commits.has(hash);
}
