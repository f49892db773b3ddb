import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { DataCenter } from '../http/reading.ts';
import { listMembers } from '../repositories/list-members.ts';
import { expandCommit } from './expand-commit.ts';
import { countPullRequests, listPullRequests } from './list-pull-requests.ts';
import { readAttachment } from './read-attachment.ts';
import { readConversation } from './read-conversation.ts';
import { readPatch } from './read-patch.ts';

/** The pull requests of a Data Center. */
export function createPullRequestSource(dataCenter: DataCenter): PullRequestSource {
  return {
    list: (request) => listPullRequests(dataCenter, request),
    count: (request) => countPullRequests(dataCenter, request),
    conversation: (request) => readConversation(dataCenter, request),
    // Comments stand among everything else there.
    comments: (request) => readConversation(dataCenter, request),
    expandCommit: (request) => expandCommit(dataCenter, request),
    readPatch: (request) => readPatch(dataCenter, request),
    readAttachment: (request) => readAttachment(dataCenter, request),
    members: (request) => listMembers(dataCenter, request),
  };
}
