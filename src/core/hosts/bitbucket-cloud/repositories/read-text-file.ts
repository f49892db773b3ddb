import * as z from 'zod';
import { encodedPath } from '../../../kernel/base-url.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import type { HostMethod } from '../http/reading.ts';
import { type BitbucketCloud, get } from '../http/reading.ts';
import { repositoryPath } from '../names/names.ts';

type ReadTextFile = Parameters<SourceHost['readTextFile']>[0];

const refSchema = z.object({ target: z.object({ hash: z.string().min(1) }) });

export const readTextFile: HostMethod<'readTextFile'> = async (bitbucket, request) => {
  const { ref, path, maxBytes, signal } = request;
  const repository = repositoryPath(request);
  const commit = ref.includes('/') ? await commitOf(bitbucket, repository, request) : ref;
  if (commit === null) return null;
  const answer = await get(bitbucket, {
    path: `${repository}/src/${encodedPath(`${commit}/${path}`)}`,
    expectedStatuses: [404],
    accept: '*/*',
    expects: 'text',
    maxBodyBytes: maxBytes,
    isRepository: true,
    signal,
  });
  return answer.status === 404 ? null : (answer.text ?? '');
};

/** A file's address has room for one segment as the ref, so a branch or a tag with a slash is resolved to its commit. */
async function commitOf(
  bitbucket: BitbucketCloud,
  repository: string,
  { ref, signal }: ReadTextFile,
): Promise<string | null> {
  for (const kind of ['branches', 'tags']) {
    const answer = await get(bitbucket, {
      path: `${repository}/refs/${kind}/${encodedPath(ref)}`,
      query: { fields: 'target.hash' },
      expectedStatuses: [404],
      isRepository: true,
      signal,
    });
    const found = refSchema.safeParse(answer.json);
    if (answer.status !== 404) return found.success ? found.data.target.hash : null;
  }
  return null;
}
