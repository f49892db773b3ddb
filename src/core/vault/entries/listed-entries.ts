import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { VaultEntries } from './entries.ts';
import { decodeName, type EntryAddress, entryFolders } from './entry-path.ts';

export interface ListedEntry {
  readonly address: EntryAddress;
  /** Below the mount, as the vault names it. */
  readonly path: string;
}

export interface ListedEntries {
  readonly entries: readonly ListedEntry[];
  /** Paths that are none of ours: nobody knows where their values belong. */
  readonly foreign: readonly string[];
  /** What a policy keeps from being seen. */
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
  await listWorkspace(walk);
  for (const slug of await folders(walk, entryFolders.repository)) await listRepository(walk, slug);
  for (const slug of await folders(walk, entryFolders.deployment)) {
    for (const environment of await folders(walk, `${entryFolders.deployment}/${slug}`)) {
      await listEnvironment(walk, slug, environment);
    }
  }
  const { entries, foreign, refused } = walk;
  return { entries, foreign, refused };
}

async function listWorkspace(walk: Walk): Promise<void> {
  await leaves(walk, entryFolders.workspace, (name) => ({ level: 'workspace', name }));
}

async function listRepository(walk: Walk, slug: string): Promise<void> {
  const repository = decodeName(slug);
  await leaves(walk, `${entryFolders.repository}/${slug}`, (name) => ({
    level: 'repository',
    repository,
    name,
  }));
}

async function listEnvironment(walk: Walk, slug: string, folder: string): Promise<void> {
  const place = { repository: decodeName(slug), environment: decodeName(folder) };
  await leaves(walk, `${entryFolders.deployment}/${slug}/${folder}`, (name) => ({
    level: 'deployment',
    ...place,
    name,
  }));
}

/** The folders in a folder; an entry beside them is none of ours. */
async function folders(walk: Walk, path: string): Promise<readonly string[]> {
  const names = await list(walk, path);
  for (const name of names) {
    if (!name.endsWith('/')) walk.foreign.push(`${walk.project}/${path}/${name}`);
  }
  return names.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1));
}

async function leaves(
  walk: Walk,
  path: string,
  addressOf: (name: string) => EntryAddress,
): Promise<void> {
  for (const name of await list(walk, path)) {
    const at = `${walk.project}/${path}/${name}`;
    if (name.endsWith('/')) walk.foreign.push(at);
    else walk.entries.push({ address: addressOf(decodeName(name)), path: at });
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
  return new MigratorError('not-found', `There are no entries below ${path} of the vault ${host}`, {
    hint: 'Check --vault-project, vault.mount and VAULT_NAMESPACE; migrator secrets sync-to-vault makes the entries.',
  });
}
