import type { PullRequestSource } from '../pull-request-source.ts';
import { expandCommit } from './expand-commit.ts';
import { listMembers } from './list-members.ts';
import { countPullRequests, listPullRequests } from './list-pull-requests.ts';
import { readCommentsAlone, readConversation } from './read-conversation.ts';
import { readPatch } from './read-patch.ts';
import type { BitbucketCloud } from './reading.ts';

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
