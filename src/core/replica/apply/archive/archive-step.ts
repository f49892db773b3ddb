import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createArchiveWriter } from '../../../archive/write/archive-writer.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { makeFolder } from '../../../kernel/files/make-folder.ts';
import { count, formatBytes } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { type WrittenArchive, writtenArchive } from '../../recorded/written-archive.ts';
import { readList } from '../steps/read-list.ts';
import { writeArchive } from './write-archive.ts';

/**
 * Writes the repository with its pull requests into an archive for GitHub's importer, and nothing to the target. The file
 * has its name once it is whole.
 */
export const archiveStep: Step = {
  name: 'archive',
  isUntimed: true,
  async run(context) {
    const path = archivePath(context);
    await requireOwnPlace(context, path);
    const reading = context.wantsPullRequests ? await readList(context) : null;
    const folder = `${context.mirror.directory}.archive`;
    const partial = `${path}.partial`;
    await rm(folder, { recursive: true, force: true });
    await rm(partial, { force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    makeFolder(dirname(path));
    try {
      const writer = await createArchiveWriter(partial);
      const written = await writeArchive(context, { writer, reading, folder }).catch(
        async (error: unknown) => {
          await writer.abandon(error);
          throw error;
        },
      );
      await rename(partial, path);
      await writtenArchive.save(context.records, { path, ...written });
      const pulls = count(written.pull_requests, 'pull request');
      return {
        status: 'done',
        summary: `${pulls}, ${formatBytes(written.bytes)}`,
        pullRequests: countsOf(written),
      };
    } finally {
      await reading?.snapshot.close();
      await rm(folder, { recursive: true, force: true });
      await rm(partial, { force: true });
    }
  },
};

/** The runbook says what became text. Pure. */
function countsOf({ pull_requests, comments, notes }: Omit<WrittenArchive, 'path'>) {
  const images = notes.find(({ kind }) => kind === 'images')?.count ?? 0;
  return { total: pull_requests, changed: 0, comments, images, placeholders: 0 };
}

/** Names of targets are GitHub's, and safe in any folder. */
function archivePath({ settings, planned }: RepositoryContext): string {
  return join(settings.export ?? '.', `${planned.target}.tar.gz`);
}

/** @throws `input-file` where a file of that name is there which this migration has not written */
async function requireOwnPlace({ records }: RepositoryContext, path: string): Promise<void> {
  if (!existsSync(path)) return;
  const before = await writtenArchive.read(records);
  if (before?.path === path) return;
  throw new MigratorError('input-file', `${path} exists already`, {
    hint: 'Move it away, or name another folder with --export.',
    retry: 'no',
  });
}
