import { stat } from 'node:fs/promises';
import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import type { UploadedArchive, UploadProgress } from '../../../ports/target-importer.ts';
import type { ImporterMethod } from './ask-importer.ts';
import { beginUpload, finishUpload, sendAtOnce, sendPart, type Upload } from './upload-requests.ts';

const mebibyte = 1024 * 1024;

/** GitHub documents one request up to here. */
const usualSingleBytes = 100 * mebibyte;

/** Between the 5 MiB that the storage asks for and 100: a slow line repeats little after a failure. */
const usualPartBytes = 16 * mebibyte;

/** @param base address for uploads */
export function createUpload(base: string): ImporterMethod<'uploadArchive'> {
  return async (importer, request) => {
    const { organization, path, signal, resume = null } = request;
    const { singleBytes = usualSingleBytes, partBytes = usualPartBytes } = request;
    const { onProgress = () => {} } = request;
    const size = await sizeOf(path);
    const upload = { importer, base, organization: organization.number, path, size, signal };
    if (resume === null && size <= singleBytes) return sendAtOnce(upload);
    if (resume !== null && resume.size !== size) throw otherFile(path);
    const parts = { partBytes, onProgress };
    try {
      return await sendParts(upload, resume, parts);
    } catch (thrown) {
      if (resume === null || !hasCode(thrown, 'not-found')) throw thrown;
      importer.log('info', 'The upload has expired: it starts over', { guid: resume.guid });
      return sendParts(upload, null, parts);
    }
  };
}

async function sendParts(
  upload: Upload,
  resume: UploadProgress | null,
  options: {
    partBytes: number;
    onProgress: (progress: UploadProgress) => Promise<void> | void;
  },
): Promise<UploadedArchive> {
  let progress = resume;
  if (progress === null) {
    progress = await beginUpload(upload);
    await options.onProgress(progress);
  }
  while (progress.sent < progress.size) {
    progress = await sendPart(upload, progress, options.partBytes);
    await options.onProgress(progress);
  }
  return finishUpload(upload, progress, resume !== null && resume.sent === resume.size);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new MigratorError('input-file', `The archive ${path} cannot be read`, {
      hint: 'Check that it exists and can be read.',
      cause,
    });
  });
  if (found.size > 0) return found.size;
  throw new MigratorError('input-file', `The archive ${path} is empty`, {
    hint: 'Write it again.',
  });
}

function otherFile(path: string): MigratorError {
  return new MigratorError('input-file', `${path} has changed since its upload started`, {
    hint: 'Upload it from the start.',
  });
}
