import { decodeUri } from '../../kernel/base-url.ts';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { VaultEntries } from './entries.ts';
import { type EntryAddress, entryFolders } from './entry-path.ts';

export interface ListedEntry {
  readonly address: EntryAddress;
  /** Below the mount, as the vault names it. */
  readonly path: string;
}

export interface ListedEntries {
  readonly entries: readonly ListedEntry[];
  /** Paths of no known form. */
  readonly foreign: readonly string[];
  /** Folders that a policy hides. */
  readonly refused: readonly MigratorError[];
}

interface Walk {
  readonly vault: VaultEntries;
  readonly project: string;
  readonly signal: AbortSignal;
  readonly entries: ListedEntry[];
  readonly foreign: string[];
  readonly refused: MigratorError[];
}

/**
 * All entries of a project, by their paths. One request for every folder.
 * @throws what concerns the whole vault
 */
export async function listEntries(options: {
  entries: VaultEntries;
  project: string;
  signal: AbortSignal;
}): Promise<ListedEntries> {
  const { entries: vault, project, signal } = options;
  const walk: Walk = { vault, project, signal, entries: [], foreign: [], refused: [] };
  const { workspace, repository: ofRepository, deployment } = entryFolders;
  await leaves(walk, workspace, (name) => ({ level: 'workspace', name }));
  for (const slug of await folders(walk, ofRepository)) {
    const at = { level: 'repository', repository: decodeUri(slug) } as const;
    await leaves(walk, `${ofRepository}/${slug}`, (name) => ({ ...at, name }));
  }
  for (const slug of await folders(walk, deployment)) {
    for (const folder of await folders(walk, `${deployment}/${slug}`)) {
      const [repository, environment] = [decodeUri(slug), decodeUri(folder)];
      const at = { level: 'deployment', repository, environment } as const;
      await leaves(walk, `${deployment}/${slug}/${folder}`, (name) => ({ ...at, name }));
    }
  }
  const { entries, foreign, refused } = walk;
  return { entries, foreign, refused };
}

/** The folders in a folder; entries beside them are foreign. */
async function folders(walk: Walk, path: string): Promise<readonly string[]> {
  const names = await list(walk, path);
  for (const name of names) {
    if (!name.endsWith('/')) walk.foreign.push(`${walk.project}/${path}/${name}`);
  }
  return names.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1));
}

async function leaves(walk: Walk, path: string, addressOf: (name: string) => EntryAddress) {
  for (const name of await list(walk, path)) {
    const at = `${walk.project}/${path}/${name}`;
    if (name.endsWith('/')) walk.foreign.push(at);
    else walk.entries.push({ address: addressOf(decodeUri(name)), path: at });
  }
}

async function list(walk: Walk, path: string): Promise<readonly string[]> {
  try {
    return await walk.vault.list(`${walk.project}/${path}`, { signal: walk.signal });
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (error.code !== 'permission') throw error;
    walk.refused.push(error);
    return [];
  }
}

export function emptyProject(host: string, path: string): MigratorError {
  return new MigratorError('not-found', `No entries under ${path} in the vault ${host}`, {
    hint: 'Check --vault-project, vault.mount and VAULT_NAMESPACE; `migrator secrets sync-to-vault --workspace <workspace> --vault-project <project>` creates entries.',
  });
}
