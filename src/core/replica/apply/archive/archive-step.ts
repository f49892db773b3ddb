import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { importsArchives } from '../../../choices/engine.ts';
import { makeFolder } from '../../../kernel/files/make-folder.ts';
import { count, formatBytes } from '../../../kernel/format/format.ts';
import { archivePath } from '../../context/archive-path.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { forgetExpected } from '../../recorded/imports/expected-import.ts';
import { intendRefs } from '../../recorded/intended-refs.ts';
import { type ArchiveFacts, writtenArchive } from '../../recorded/written-archive.ts';
import { isLostImport } from '../import/lost-import.ts';
import { findImported, openImporter } from '../import/prepare-target.ts';
import { hasStarted } from '../import/start-import.ts';
import { readList } from '../steps/read-list.ts';
import { ownToReplace } from '../steps/replaced/renaming-intent.ts';
import { giveName, requireOwnPlace, unwritable } from './archive-file.ts';
import { writeArchive } from './write-archive.ts';

/**
 * Writes the repository with its pull requests into an archive for GitHub's importer. The file
 * has its name once it is whole.
 */
export const archiveStep: Step = {
  name: 'archive',
  isUntimed: true,
  async run(context) {
    const imports = importsArchives(context.kept);
    if (imports && (await isOnItsWay(context)))
      return { status: 'done', summary: 'written by an earlier run' };
    const path = archivePath(context);
    const before = await writtenArchive.read(context.records);
    const { sha256, earlier } = before ?? { sha256: null, earlier: null };
    const own = [sha256, earlier].filter((sum) => sum !== null);
    const file = { path, own };
    const partial = `${path}.${context.migration}.partial`;
    try {
      makeFolder(dirname(path));
      await requireOwnPlace(file);
      await rm(partial, { force: true });
      const written = await writeInto(context, partial);
      // Before it has its name: after a kill the next run knows it for its own.
      await writtenArchive.save(context.records, { path, ...written, earlier: sha256 });
      await giveName(partial, file);
      const pulls = count(written.pull_requests, 'pull request');
      return {
        status: 'done',
        summary: `${pulls}, ${formatBytes(written.bytes)}`,
        pullRequests: countsOf(written),
      };
    } catch (error) {
      throw unwritable(path, error);
    } finally {
      await rm(partial, { force: true }).catch(() => {});
    }
  },
};

async function writeInto(context: RepositoryContext, partial: string): Promise<ArchiveFacts> {
  const folder = `${context.mirror.directory}.archive`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const replaced = ownToReplace(await context.records.listObjects('replaced'));
  // The sync before it has read again what lists do not show.
  const maxAge = replaced === null ? undefined : () => Number.POSITIVE_INFINITY;
  const reading = context.wantsPullRequests ? await readList(context, { maxAge }) : null;
  try {
    return await writeArchive(context, { path: partial, reading, folder });
  } finally {
    await reading?.snapshot.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The runbook says what differs from Bitbucket. Pure. */
function countsOf({ pull_requests, comments, notes }: ArchiveFacts) {
  const images = notes.find(({ kind }) => kind === 'images')?.count ?? 0;
  return { total: pull_requests, changed: 0, comments, images, placeholders: 0 };
}

/** Forgets what was imported before, where that is to make room for another import. */
async function startAgain({ records, sourceRepository }: RepositoryContext): Promise<void> {
  const replaced = ownToReplace(await records.listObjects('replaced'));
  const made = await records.findObject('repository', sourceRepository.id);
  if (replaced !== null && made?.targetId === replaced) await records.forgetRepository();
}

/**
 * Tells whether an importer has the archive already. If not, it is asked whether it would take one, before hours of reading.
 */
async function isOnItsWay(context: RepositoryContext): Promise<boolean> {
  await startAgain(context);
  if ((await findImported(context)) !== null) return true;
  const place = await openImporter(context);
  if ((await hasStarted(context)) && !(await isLostImport(context, place))) return true;
  await forgetExpected(context.records);
  await intendRefs(context, await context.readRefs());
  return false;
}
