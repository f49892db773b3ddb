import * as z from 'zod';
import { hostMessage } from '../../../network/http/response.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import { type BitbucketCloud, get, notUnderstood, repositoryNotFound } from '../http/reading.ts';
import { pullRequestAddress } from './pull-request-address.ts';

interface CommitRequest extends SourceRepositoryName {
  readonly hash: string;
  readonly signal?: AbortSignal;
}

const commitSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/i) });

/** One request. What is no hash is no commit, and is not asked for. */
export async function expandCommit(
  bitbucket: BitbucketCloud,
  { hash, signal, ...name }: CommitRequest,
): Promise<string | null> {
  if (!/^[0-9a-f]{4,40}$/i.test(hash)) return null;
  const { apiPath, fullName } = pullRequestAddress(bitbucket, name);
  const path = `${apiPath}/commit/${hash.toLowerCase()}`;
  const answer = await get(
    bitbucket,
    { path, query: { fields: 'hash' }, expectedStatuses: [404], signal },
    { isRepository: true },
  );
  if (answer.status === 404) {
    if (/^repository\b/i.test(hostMessage(answer.json) ?? '')) {
      throw repositoryNotFound(bitbucket, fullName);
    }
    return null;
  }
  const found = commitSchema.safeParse(answer.json);
  const full = found.success ? found.data.hash.toLowerCase() : '';
  if (!full.startsWith(hash.toLowerCase()) || full === '') {
    throw notUnderstood(bitbucket, `GET ${path}`);
  }
  return full;
}
