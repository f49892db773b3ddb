import { encodedPath } from '../../../kernel/base-url.ts';
import type { HostMethod } from '../http/reading.ts';
import { get } from '../http/reading.ts';
import { repositoryAddress } from '../names/names.ts';

export const readTextFile: HostMethod<'readTextFile'> = async (dataCenter, request) => {
  const { ref, path, maxBytes, signal } = request;
  const { apiPath } = repositoryAddress(dataCenter, request);
  const answer = await get(dataCenter, {
    path: `${apiPath}/raw/${encodedPath(path)}`,
    // Without it the host reads the default branch.
    query: { at: ref === '' ? undefined : ref },
    expectedStatuses: [400, 404],
    accept: '*/*',
    expects: 'text',
    maxBodyBytes: maxBytes,
    signal,
  });
  return answer.status === 200 ? (answer.text ?? '') : null;
};
