import * as z from 'zod';
import { hostMessage } from '../../../network/response/response.ts';
import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { Method } from '../http/reading.ts';
import { type BitbucketCloud, get, notUnderstood, repositoryNotFound } from '../http/reading.ts';
import { pullRequestAddress } from '../names/names.ts';
import { listMembers } from '../repositories/workspaces.ts';
import { countPullRequests, findPullRequest, listPullRequests } from './list-pull-requests.ts';
import { readCommentsAlone, readConversation } from './read-conversation.ts';
import { readPatch } from './read-patch.ts';

/** Bitbucket Cloud's pull requests. */
export function createPullRequestSource(bitbucket: BitbucketCloud): PullRequestSource {
  return {
    list: (request) => listPullRequests(bitbucket, request),
    find: (request) => findPullRequest(bitbucket, request),
    count: (request) => countPullRequests(bitbucket, request),
    conversation: (request) => readConversation(bitbucket, request),
    comments: (request) => readCommentsAlone(bitbucket, request),
    expandCommit: (request) => expandCommit(bitbucket, request),
    readPatch: (request) => readPatch(bitbucket, request),
    // Images of texts lie where only somebody who is signed in gets them.
    readAttachment: async () => ({ kind: 'gone' }),
    members: (request) => listMembers(bitbucket, request),
  };
}

const commitSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/i) });

/** One request. What is no hash is no commit, and is not asked for. */
const expandCommit: Method<'expandCommit'> = async (bitbucket, { hash, signal, ...name }) => {
  if (!/^[0-9a-f]{4,40}$/i.test(hash)) return null;
  const { apiPath, fullName } = pullRequestAddress(bitbucket, name);
  const path = `${apiPath}/commit/${hash.toLowerCase()}`;
  const answer = await get(bitbucket, {
    path,
    query: { fields: 'hash' },
    expectedStatuses: [404],
    isRepository: true,
    signal,
  });
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
};
