import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MigrationOptions } from '../../choices/options.ts';
import { diskFull, MigratorError } from '../../kernel/errors.ts';
import { formatBytes } from '../../kernel/format/format.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';

/** Less than this is not enough for the state alone, in bytes. */
const minimumFree = 32 * 1024 * 1024;

/**
 * Mirrors are removed as soon as their repository has arrived, so the largest ones that run at the same time
 * decide. The source's figures leave LFS objects out: this finds the hopeless case, not every one.
 * @throws `disk-full`
 */
export async function checkDiskSpace(check: {
  readonly services: Pick<MigrationServices, 'workFolder'>;
  readonly options: Pick<MigrationOptions, 'workers'>;
  readonly sources: ReadonlyMap<string, SourceRepository>;
  readonly rewritten: ReadonlySet<string>;
}): Promise<void> {
  const { workFolder } = check.services;
  const free = await freeBytes(workFolder);
  if (free === null) return;
  const needed = neededBytes(check);
  if (free >= needed) return;
  const { message, hint } = diskFull({ where: workFolder });
  throw new MigratorError(
    'disk-full',
    `${message}: needs ${formatBytes(needed)}, but only ${formatBytes(free)} is free`,
    {
      hint: hint ?? '',
    },
  );
}

/**
 * Adds up the largest repositories that run at the same time. Where large files are rewritten, their LFS objects lie beside the
 * mirror: they may be as large as it is. Pure.
 * @param check.rewritten slugs of the repositories whose large files are rewritten
 */
export function neededBytes({
  options,
  sources,
  rewritten,
}: Omit<Parameters<typeof checkDiskSpace>[0], 'services'>): number {
  const sizes = [...sources].map(
    ([slug, { sizeBytes }]) => (sizeBytes ?? 0) * (rewritten.has(slug) ? 2 : 1),
  );
  const atOnce = sizes.sort((a, b) => b - a).slice(0, options.workers);
  return atOnce.reduce((sum, size) => sum + size, minimumFree);
}

/** Of the disk that will hold a folder, which may not be there yet; `null` where the system does not say. */
export async function freeBytes(folder: string): Promise<number | null> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      const { blocks, bavail, bsize } = await statfs(path);
      // A file system without blocks keeps nothing on a disk, and will say so itself.
      return blocks === 0 ? null : bavail * bsize;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT' || path === dirname(path)) return null;
    }
  }
}
