import type { HttpClient } from '../../../network/http/http-client.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { TargetAudit } from '../../../ports/target-audit.ts';
import { readConversations } from '../conversations/conversations.ts';
import {
  listRepositoryComments,
  listRepositoryReviewComments,
} from '../conversations/repository-comments.ts';
import { findMissingLfsObjects } from '../repositories/lfs-objects.ts';
import type { GitHub } from '../rest/shared.ts';
import { updateText } from './update-text.ts';

/** What finished work is compared through, behind the port. */
export function createAuditPort(options: {
  github: GitHub;
  /** Of the host's git side, with the credential that git itself uses there. */
  gitSide: HttpClient;
  gitPath: (repository: RepositoryName) => string;
}): TargetAudit {
  const { github, gitSide, gitPath } = options;
  return {
    listReviewComments: (request) => listRepositoryReviewComments(github, request),
    listComments: (request) => listRepositoryComments(github, request),
    readConversations: (request) => readConversations(github, request),
    findMissingLfsObjects: (request) =>
      findMissingLfsObjects(gitSide, { ...request, path: `/${gitPath(request)}.git` }),
    updateText: (request) => updateText(github, request),
  };
}
