import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { listMembers } from '../repositories/list-members.ts';
import { expandCommit } from './expand-commit.ts';
import { countPullRequests, listPullRequests } from './list-pull-requests.ts';
import { readCommentsAlone, readConversation } from './read-conversation.ts';
import { readPatch } from './read-patch.ts';

/** Bitbucket Cloud's pull requests. */
export function createPullRequestSource(bitbucket: BitbucketCloud): PullRequestSource {
  return {
    list: (request) => listPullRequests(bitbucket, request),
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
