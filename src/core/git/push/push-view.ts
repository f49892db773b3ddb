import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNullHash } from '../formats/hashes.ts';
import type { RefToPush } from './push-batches.ts';
import { type PushAnswer, type PushCommand, type PushContext, pushOnce } from './push-once.ts';

/**
 * Pushes a batch from a repository that has the mirror's objects and no refs but those of the batch.
 *
 * git compares each refspec that names one ref with each ref of both sides, several times over: for 500 of 2,000
 * refs that was a second of processor time. Where the repository holds nothing else, patterns do instead.
 */
export async function pushFromView(
  context: PushContext,
  command: Omit<PushCommand, 'refspecs'>,
): Promise<PushAnswer> {
  const { batch } = command;
  const directory = join(context.directory, 'push-view');
  try {
    await makeView(context.directory, directory, batch);
    return await pushOnce({ ...context, directory }, { ...command, refspecs: refspecs(batch) });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function makeView(mirror: string, directory: string, batch: readonly RefToPush[]) {
  // A crash may have left one.
  await rm(directory, { recursive: true, force: true });
  // Not with its parents: a mirror that is gone must not return as an empty folder.
  await mkdir(directory);
  await mkdir(join(directory, 'objects', 'info'), { recursive: true });
  await mkdir(join(directory, 'refs'));
  // It names the object format.
  await copyFile(join(mirror, 'config'), join(directory, 'config'));
  await writeFile(join(directory, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(directory, 'objects', 'info', 'alternates'), '../../objects\n');
  const lines = batch
    .filter(({ oid }) => !isNullHash(oid))
    .map(({ ref, oid }) => `${oid} ${ref}\n`);
  await writeFile(join(directory, 'packed-refs'), lines.join(''));
}

/** Names the first ref, so that it is the first that the target sees, and deletions. */
function refspecs(batch: readonly RefToPush[]): string[] {
  const deletions = batch.filter(({ oid }) => isNullHash(oid)).map(({ ref }) => `:${ref}`);
  const first = batch.find(({ oid }) => !isNullHash(oid));
  if (first === undefined) return deletions;
  const patterns = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*'];
  return [`${first.ref}:${first.ref}`, ...patterns, ...deletions];
}
