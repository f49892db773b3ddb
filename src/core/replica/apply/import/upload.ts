import { MigratorError } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { archiveUpload } from '../../recorded/imports/import-documents.ts';
import type { ImportPlace } from './prepare-target.ts';

/** An archive on this machine. */
interface Archive {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Sends the archive, or what is left of it after a crash.
 * @returns where the importer finds it
 */
export async function uploadArchive(
  context: Pick<RepositoryContext, 'records' | 'reportProgress' | 'signal'>,
  { importer, organization }: ImportPlace,
  { path, sha256, bytes }: Archive,
): Promise<string> {
  const { records, reportProgress, signal } = context;
  const kept = await archiveUpload.read(records);
  const known = kept?.sha256 === sha256 ? kept : null;
  if (known !== null && known.uri !== null) return known.uri;
  const report = (done: number) =>
    reportProgress({ done, total: bytes, unit: 'bytes', what: 'uploading the archive' });
  report(known?.progress?.sent ?? 0);
  const { uri, size } = await importer.uploadArchive({
    ...{ organization, path, signal },
    resume: known?.progress ?? null,
    async onProgress(progress) {
      await archiveUpload.save(records, { sha256, progress, uri: null });
      report(progress.sent);
    },
  });
  if (size !== bytes) {
    const message = `The host received ${size} of the archive's ${bytes} bytes`;
    throw new MigratorError('bad-answer', message, { hint: 'Resume to upload it again.' });
  }
  await archiveUpload.save(records, { sha256, progress: null, uri });
  report(bytes);
  return uri;
}
