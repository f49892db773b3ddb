import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type MirrorOptions, runInMirror } from '../../git/process/mirror-command.ts';
import type { ArchiveWriter } from './archive-writer.ts';

export interface WriteRepository {
  readonly mirror: MirrorOptions;
  /** Full names with full hashes: branches, tags, and `refs/pull/N/head` of every pull request. */
  readonly refs: ReadonlyMap<string, string>;
  /** Short name of a branch that is there. */
  readonly defaultBranch: string;
  readonly owner: string;
  readonly name: string;
  /** Private, and empty: it holds the repository until it is in the archive. */
  readonly folder: string;
  readonly writer: ArchiveWriter;
}

/**
 * Adds a bare repository that has these refs and the objects that they need, in one pack: whatever else the mirror holds
 * stays out.
 * @throws what isDamagedMirror() knows
 */
export async function writeRepository(options: WriteRepository): Promise<void> {
  const { mirror, refs, defaultBranch, owner, name, folder, writer } = options;
  const inside = `repositories/${owner}/${name}.git`;
  const packs = join(folder, 'objects/pack');
  await mkdir(packs, { recursive: true, mode: 0o700 });
  // Git takes no folder without these two for a repository.
  await writer.addFolder(`${inside}/objects`);
  await writer.addFolder(`${inside}/refs`);
  await writer.addText(`${inside}/HEAD`, `ref: refs/heads/${defaultBranch}\n`);
  await writer.addText(
    `${inside}/config`,
    '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  );
  await writer.addText(`${inside}/info/nwo`, `${owner}/${name}\n`);
  await writer.addText(`${inside}/packed-refs`, packedRefs(refs));
  if (refs.size === 0) return;
  await runInMirror(mirror, {
    // One thread: several divide the work as they come, and the same mirror would make other bytes each time.
    args: [
      'pack-objects',
      '--revs',
      '--threads=1',
      '--delta-base-offset',
      '-q',
      join(packs, 'pack'),
    ],
    doing: 'Packing objects from',
    lines: new Set(refs.values()),
  });
  for (const file of (await readdir(packs)).sort()) {
    if (/^pack-[0-9a-f]+\.(pack|idx)$/.test(file))
      await writer.addFile(`${inside}/objects/pack/${file}`, join(packs, file));
  }
}

/** In the order of their bytes, as git keeps them. */
export function packedRefs(refs: ReadonlyMap<string, string>): string {
  return [...refs]
    .map(([name, hash]) => ({ name, hash, bytes: Buffer.from(name) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ name, hash }) => `${hash} ${name}\n`)
    .join('');
}
