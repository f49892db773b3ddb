import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import { type DataCenter, get, notUnderstood } from '../http/reading.ts';
import { repositoryAddress } from '../names.ts';

/** The commits are gone, or the changes are too many to be compared. */
const notMade = [400, 404, 409, 410, 413, 422];

export async function readPatch(
  dataCenter: DataCenter,
  request: SourceRepositoryName & {
    readonly number: number;
    /** Of the text, which ends there with a whole character. */
    readonly maxBytes: number;
    readonly signal?: AbortSignal;
  },
): Promise<string | null> {
  const { number, maxBytes, signal } = request;
  const path = `${repositoryAddress(dataCenter, request).apiPath}/pull-requests/${number}.diff`;
  const answer = await get(dataCenter, {
    path,
    accept: 'text/plain',
    expects: 'text',
    maxBodyBytes: maxBytes,
    expectedStatuses: notMade,
    signal,
  });
  if (notMade.includes(answer.status)) return null;
  if (answer.json !== null) throw notUnderstood(dataCenter, `GET ${path}`);
  return answer.text ?? '';
}
