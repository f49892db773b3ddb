import * as z from 'zod';
import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { Method } from '../http/reading.ts';
import { type DataCenter, get, notUnderstood } from '../http/reading.ts';
import { repositoryAddress } from '../names/names.ts';
import { listMembers } from '../repositories/projects.ts';
import { countPullRequests, findPullRequest, listPullRequests } from './list-pull-requests.ts';
import { readAttachment } from './read-attachment.ts';
import { readConversation } from './read-conversation.ts';

/** The pull requests of a Data Center. */
export function createPullRequestSource(dataCenter: DataCenter): PullRequestSource {
  return {
    list: (request) => listPullRequests(dataCenter, request),
    find: (request) => findPullRequest(dataCenter, request),
    count: (request) => countPullRequests(dataCenter, request),
    conversation: (request) => readConversation(dataCenter, request),
    // Comments stand among everything else there.
    comments: (request) => readConversation(dataCenter, { ...request, commentCount: null }),
    expandCommit: (request) => expandCommit(dataCenter, request),
    readPatch: (request) => readPatch(dataCenter, request),
    readAttachment: (request) => readAttachment(dataCenter, request),
    members: (request) => listMembers(dataCenter, request),
  };
}

const commitSchema = z.object({ id: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/i) });

/** A Data Center gives full hashes everywhere: those cost no request, and Git finds out whether they are there. */
const expandCommit: Method<'expandCommit'> = async (dataCenter, request) => {
  const hash = request.hash.toLowerCase();
  if (!/^[0-9a-f]{4,64}$/.test(hash)) return null;
  if (hash.length >= 40) return hash;
  const path = `${repositoryAddress(dataCenter, request).apiPath}/commits/${hash}`;
  const answer = await get(dataCenter, {
    path,
    expectedStatuses: [400, 404],
    signal: request.signal,
  });
  if (answer.status !== 200) return null;
  const read = commitSchema.safeParse(answer.json);
  if (!read.success) throw notUnderstood(dataCenter, `GET ${path}`);
  return read.data.id.toLowerCase();
};

/** The commits are gone, or there are too many changes to compare. */
const notComparable = [400, 404, 409, 410, 413, 422];

const readPatch: Method<'readPatch'> = async (dataCenter, request) => {
  const { number, maxBytes, signal } = request;
  const path = `${repositoryAddress(dataCenter, request).apiPath}/pull-requests/${number}.diff`;
  const answer = await get(dataCenter, {
    path,
    accept: 'text/plain',
    expects: 'text',
    maxBodyBytes: maxBytes,
    expectedStatuses: notComparable,
    signal,
  });
  if (notComparable.includes(answer.status)) return null;
  if (answer.json !== null) throw notUnderstood(dataCenter, `GET ${path}`);
  return answer.text ?? '';
};
