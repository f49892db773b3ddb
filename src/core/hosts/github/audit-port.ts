import type { HttpClient } from '../../network/http/http-client.ts';
import type { HttpResponse } from '../../network/response/response.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { TargetAudit } from '../../ports/target-audit.ts';
import { readConversations } from './conversations/conversations.ts';
import {
  listRepositoryComments,
  listRepositoryReviewComments,
} from './conversations/repository-comments.ts';
import { commentSchema } from './pull-requests/pull-request-schema.ts';
import { findMissingLfsObjects } from './repositories/lfs-objects.ts';
import { parseResponse } from './rest/parse-response.ts';
import { type GitHub, numbered, repositoryOf } from './rest/shared.ts';

/** Reads and corrects migrated pull requests in bulk. */
export function createAuditPort(options: {
  github: GitHub;
  /** A client of the git address, with git's own credential. */
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
    deleteText: (request) => deleteText(github, request),
  };
}

async function deleteText(
  github: GitHub,
  request: Parameters<TargetAudit['deleteText']>[0],
): Promise<void> {
  const { kind, id, signal, isCurrent } = request;
  const parameters = { ...repositoryOf(request), comment_id: Number(id) };
  const options = { creates: false, expectedStatuses: [404, 410], signal, isCurrent };
  await (kind === 'comment'
    ? github.send('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', parameters, options)
    : github.send('DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}', parameters, options));
}

type UpdateText = Parameters<TargetAudit['updateText']>[0];

async function updateText(github: GitHub, request: UpdateText): Promise<void> {
  const answer = await send(github, request);
  parseResponse(commentSchema, answer, github.host, `updating ${request.kind} ${request.id}`);
}

function send(github: GitHub, request: UpdateText): Promise<HttpResponse> {
  const { kind, id, body, signal, isCurrent } = request;
  const options = { creates: false, signal, isCurrent };
  if (kind === 'review') {
    return github.send(
      'PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
      { ...numbered(request), review_id: Number(id), body },
      options,
    );
  }
  const parameters = { ...repositoryOf(request), comment_id: Number(id), body };
  return kind === 'comment'
    ? github.send('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', parameters, options)
    : github.send('PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}', parameters, options);
}
