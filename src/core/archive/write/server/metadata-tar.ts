import { createTarFile } from '../tar-file.ts';

/** The end of one pull request in Git. */
export interface ServerHead {
  readonly number: number;
  /** Full hash. */
  readonly commit: string;
  readonly isOpen: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Includes files of the server, which no export has. */
const config = `[include]
	path = ../../../config/git/system-config
	path = repository-config
[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
`;

const writer = 'Bitbucket Mesh <bitbucket.mesh@atlassian.com>';

/**
 * Writes the skeleton of a bare repository: its refs, and heads of pull requests where a Data Center has them. The importer takes no
 * ref without its object.
 * @param options.path of a file that does not exist yet
 */
export async function writeMetadataTar(options: {
  readonly path: string;
  readonly defaultBranch: string;
  /** Full names with full hashes: branches and tags. */
  readonly refs: ReadonlyMap<string, string>;
  readonly heads: readonly ServerHead[];
}): Promise<void> {
  const { path, defaultBranch, refs, heads } = options;
  const tar = createTarFile(path, { isCompressed: true });
  try {
    await tar.add('HEAD', `ref: refs/heads/${defaultBranch}\n`);
    await tar.add('config', config);
    await tar.add('app-info/gc.pid', '');
    const branchesAndTags = [...refs].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [name, hash] of branchesAndTags) await tar.add(name, `${hash}\n`);
    for (const { number, commit, isOpen } of heads)
      if (isOpen) await tar.add(`refs/pull-requests/${number}/from`, `${commit}\n`);
    for (const { number, commit } of heads)
      await tar.add(`stash-refs/pull-requests/${number}/from`, `${commit}\n`);
    for (const { number, commit, createdAt } of heads) {
      const line = `${'0'.repeat(40)} ${commit} ${writer} ${Math.floor(createdAt / 1000)} +0000\n`;
      await tar.add(`logs/stash-refs/pull-requests/${number}/from`, line);
    }
    await tar.finish();
  } catch (error) {
    await tar.abandon(error);
    throw error;
  }
}
