import { join } from 'node:path';
import type { GitTool } from '../../../git/process/git-tool.ts';
import type { ReadArchive } from '../entries/read-entries.ts';
import type { ArchiveFinding } from '../records/findings.ts';
import { checkServerLayout } from './check-server-layout.ts';
import { checkServerPull } from './check-server-pull.ts';
import { checkServerRepository } from './check-server-repository.ts';
import { readServerArchive } from './read-server-archive.ts';
import { newServerContents, type ReadPull, type ServerContents } from './server-contents.ts';

export interface LoadedServerArchive {
  readonly format: 'bitbucket-server';
  readonly repository: ServerContents['repository'];
  readonly defaultBranch: string;
  readonly pulls: readonly ReadPull[];
  /** Folder of the unpacked bare repository: heads of pull requests are `refs/pull/N/head`. */
  readonly directory: string;
  readonly findings: readonly ArchiveFinding[];
}

/**
 * Reads all of an export into memory, and checks everything but what needs git.
 * @throws MigratorError `input-file` where it cannot be read to its end
 */
export async function loadServerArchive(options: ReadArchive): Promise<LoadedServerArchive> {
  const { repository, defaultBranch, pulls, directory, findings } = await readAll(options);
  return {
    format: 'bitbucket-server',
    ...{ repository, directory },
    defaultBranch: defaultBranch ?? 'main',
    pulls: [...pulls.values()],
    findings: findings.list(),
  };
}

/** Reads and checks an export of a Data Center strictly, its objects with git. */
export async function checkServerArchive(
  options: ReadArchive & { readonly git: GitTool },
): Promise<ServerContents> {
  const { git, signal } = options;
  const contents = await readAll(options);
  const { directory } = contents;
  await checkServerRepository(contents, { git, directory, signal });
  return contents;
}

async function readAll(options: ReadArchive): Promise<ServerContents> {
  const contents = newServerContents(join(options.folder, 'repository-1.git'));
  await readServerArchive(options, contents);
  checkServerLayout(contents);
  const ids = new Set<string>();
  for (const pull of contents.pulls.values()) checkServerPull(contents, pull, ids);
  return contents;
}
