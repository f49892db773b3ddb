import { basename } from 'node:path';
import * as z from 'zod';
import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { FileBody } from '../../../network/http/round-trip.ts';
import { factsOf, type HttpResponse } from '../../../network/response/response.ts';
import type { UploadedArchive, UploadProgress } from '../../../ports/target-importer.ts';
import { parseResponse } from '../rest/parse-response.ts';
import { credentialsRefused, permissionRefused } from '../rest/refusals.ts';
import type { Importer } from './ask-importer.ts';
import { uploadLocation } from './upload-location.ts';

/** One upload, and what all of its requests share. */
export interface Upload {
  readonly importer: Importer;
  /** Address for uploads. */
  readonly base: string;
  /** Its number. */
  readonly organization: number;
  readonly path: string;
  readonly size: number;
  readonly signal: AbortSignal | undefined;
}

const uri = z.string().regex(/^gei:\/\/archive\/[\w-]{1,200}$/);
const archiveRow = z.object({ uri });
const beginning = z.object({ guid: z.string().regex(/^[\w-]{1,200}$/), uri });

/** Sends the whole file. Sending it twice leaves an archive that the host deletes after a week. */
export async function sendAtOnce(upload: Upload): Promise<UploadedArchive> {
  const { organization, path, size } = upload;
  const what = 'the upload of an archive';
  const answer = await send(upload, what, {
    method: 'POST',
    path: `/organizations/${organization}/gei/archive`,
    query: { name: basename(path) },
    file: { path, start: 0, length: size },
  });
  return toArchive(upload, answer, what);
}

/** Asks for a place for parts. */
export async function beginUpload(upload: Upload): Promise<UploadProgress> {
  const { organization, path, size, importer } = upload;
  const what = 'the start of an upload';
  const answer = await send(upload, what, {
    method: 'POST',
    path: `/organizations/${organization}/gei/archive/blobs/uploads`,
    body: { content_type: 'application/octet-stream', name: basename(path), size },
  });
  const begun = parseResponse(beginning, answer, importer.uploads.host, what);
  return { ...begun, size, sent: 0, next: nextOf(upload, answer), last: null };
}

/** Sends the next part. A part may be sent twice. */
export async function sendPart(
  upload: Upload,
  progress: UploadProgress,
  partBytes: number,
): Promise<UploadProgress> {
  const length = Math.min(partBytes, progress.size - progress.sent);
  const answer = await send(upload, 'a part of an upload', {
    method: 'PATCH',
    path: checked(upload, progress.next),
    file: { path: upload.path, start: progress.sent, length },
  });
  return {
    ...progress,
    sent: progress.sent + length,
    next: nextOf(upload, answer),
    last: progress.next,
  };
}

/**
 * Ends an upload. GitHub's tools disagree about where: most send it where the last answer pointed, some where the last
 * part went. A place that refuses is followed by the other one.
 * @param mayHaveEnded an earlier request may have ended it: the host then knows no upload any more
 */
export async function finishUpload(
  upload: Upload,
  progress: UploadProgress,
  mayHaveEnded: boolean,
): Promise<UploadedArchive> {
  const places = [progress.next, ...(progress.last === null ? [] : [progress.last])];
  let wasLost = mayHaveEnded;
  let refusal: HttpResponse | null = null;
  for (const place of places) {
    const tried = await endAt(upload, place);
    if (tried.answer.status < 300) return toArchive(upload, tried.answer, ending);
    wasLost ||= tried.wasLost;
    refusal ??= tried.answer;
  }
  if (refusal === null)
    throw new MigratorError('unexpected', 'The response to the upload has no location');
  // Its address was known from the start, and an upload that was not ended fails to import.
  if (wasLost && [404, 409, 410].includes(refusal.status)) {
    return { uri: progress.uri, size: progress.size };
  }
  throw statusError(refusal, upload.importer.uploads.host, ending);
}

const ending = 'the end of an upload';

async function endAt(
  upload: Upload,
  place: string,
  triesLeft = 3,
): Promise<{ answer: HttpResponse; wasLost: boolean }> {
  try {
    const answer = await send(upload, ending, {
      method: 'PUT',
      path: checked(upload, place),
      // As GitHub's tools send it.
      body: '',
      creates: true,
      expectedStatuses: [400, 404, 405, 409, 410, 422],
    });
    return { answer, wasLost: false };
  } catch (thrown) {
    if (triesLeft <= 1 || !hasCode(thrown, 'ambiguous-write')) throw thrown;
    const { answer } = await endAt(upload, place, triesLeft - 1);
    return { answer, wasLost: true };
  }
}

/** Checks it again: what is remembered may have been changed on the disk. */
function checked({ base, organization }: Upload, location: string): string {
  return uploadLocation(location, { base, organization });
}

function nextOf(upload: Upload, { headers }: HttpResponse): string {
  return uploadLocation(headers.location, upload);
}

function toArchive({ importer, size }: Upload, answer: HttpResponse, what: string) {
  return { uri: parseResponse(archiveRow, answer, importer.uploads.host, what).uri, size };
}

async function send(
  { importer, signal }: Upload,
  what: string,
  request: Pick<HttpRequest, 'method' | 'path' | 'query' | 'body' | 'expectedStatuses'> & {
    file?: FileBody;
    creates?: boolean;
  },
): Promise<HttpResponse> {
  const { uploads } = importer;
  const answer = await uploads.request({
    creates: false,
    ...request,
    expectedStatuses: [...(request.expectedStatuses ?? []), 401, 403, 413],
    signal,
  });
  if (answer.status === 401) throw credentialsRefused(answer, uploads.host, what);
  if (answer.status === 403) throw permissionRefused(answer, uploads.host, what);
  if (answer.status !== 413) return answer;
  throw new MigratorError('refused', `${uploads.host} refused ${what}: the archive is too large`, {
    hint: 'The importer accepts archives of up to 40 GiB. Migrate this repository with git and the API.',
    ...factsOf(answer),
  });
}
