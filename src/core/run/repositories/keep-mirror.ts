import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storedBytes } from '../../git/mirror/refs.ts';
import { type KeepContext, keepCommitMaps } from '../../replica/apply/rewrite/keep-commit-maps.ts';
import type { RepositoryContext } from '../../replica/context/migration-context.ts';
import { freeBytes } from '../control/check-disk-space.ts';

/** Bytes that stay free for everything else. */
const reserve = 1024 ** 3;
/** A fetch leaves a pack; with too many of them reading becomes slow. */
const mostPacks = 50;

/**
 * At the end of a repository's turn: the maps of a rewritten history are kept. A plan that follows its source keeps the mirror for the next sync, where there is room
 * for it and another one; all others remove it.
 */
export async function leaveMirror(
  context: Pick<RepositoryContext, 'readPhase' | 'fetched' | 'keepMirror' | 'forgetMirror'> &
    KeepContext,
): Promise<void> {
  await keepCommitMaps(context);
  const { directory } = context.fetched;
  const isKept = (await context.readPhase()) === 'closed' && (await isWorthKeeping(directory));
  await (isKept ? context.keepMirror() : context.forgetMirror());
}

async function isWorthKeeping(directory: string): Promise<boolean> {
  try {
    const packs = (await readdir(join(directory, 'objects', 'pack'))).length;
    const free = await freeBytes(directory);
    const stored = await storedBytes(directory);
    return packs <= 2 * mostPacks && (free === null || free > stored + reserve);
  } catch {
    // It is fetched again.
    return false;
  }
}
