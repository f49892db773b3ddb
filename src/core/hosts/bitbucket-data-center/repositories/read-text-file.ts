import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import { type DataCenter, get } from '../http/reading.ts';
import { encodedPath, repositoryAddress } from '../names.ts';

/** A file of a repository, in the raw; `null` if the ref or the file is not there. */
export async function readTextFile(
  dataCenter: DataCenter,
  request: SourceRepositoryName & {
    readonly ref: string;
    readonly path: string;
    /** What is longer is cut. */
    readonly maxBytes: number;
    readonly signal?: AbortSignal;
  },
): Promise<string | null> {
  const { ref, path, maxBytes, signal } = request;
  const { apiPath } = repositoryAddress(dataCenter, request);
  const answer = await get(dataCenter, {
    path: `${apiPath}/raw/${encodedPath(path)}`,
    // Without a word the host takes the default branch.
    query: { at: ref === '' ? undefined : ref },
    expectedStatuses: [400, 404],
    accept: '*/*',
    expects: 'text',
    maxBodyBytes: maxBytes,
    signal,
  });
  return answer.status === 200 ? (answer.text ?? '') : null;
}
