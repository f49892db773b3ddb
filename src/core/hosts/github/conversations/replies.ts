import type * as z from 'zod';
import { hostMessage } from '../../../network/response/response.ts';
import type { Written } from '../../../ports/pull-request-target.ts';
import { toWritten } from '../pull-requests/pull-request-refusals.ts';
import { rootSchema } from '../pull-requests/pull-request-schema.ts';
import { parseResponse } from '../rest/parse-response.ts';
import { creating, type GitHub, numbered, type Options, repositoryOf } from '../rest/shared.ts';

type ReplyRequest = Options<'createReply'>;

/**
 * Replies have their own route, which is closed to the tokens of apps: for them a comment with `in_reply_to` does the
 * same after one read. Once needed, that route is used from then on.
 */
export function createReplies(github: GitHub): (request: ReplyRequest) => Promise<Written> {
  let needsOtherRoute = false;

  return async (request) => {
    const what = `a reply in pull request ${request.number}`;
    if (!needsOtherRoute) {
      const answer = await github.send(
        'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies',
        { ...numbered(request), comment_id: Number(request.rootId), body: request.body },
        { ...creating, expectedStatuses: [403, 404, 422], signal: request.signal },
      );
      if (answer.status !== 403 && answer.status !== 404) return toWritten(github, answer, what);
    }
    const root = await readRoot(github, request);
    if ('refusal' in root) return root.refusal;
    const answer = await github.send(
      'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments',
      {
        ...numbered(request),
        body: request.body,
        commit_id: root.commit_id,
        path: root.path,
        in_reply_to: Number(request.rootId),
      },
      { ...creating, expectedStatuses: [422], signal: request.signal },
    );
    const written = toWritten(github, answer, what);
    if (written.kind === 'written') needsOtherRoute = true;
    return written;
  };
}

type Root = z.infer<typeof rootSchema>;

/** The other route requires these fields of the root comment. */
async function readRoot(
  github: GitHub,
  request: ReplyRequest,
): Promise<Root | { refusal: Written }> {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}',
    { ...repositoryOf(request), comment_id: Number(request.rootId) },
    { creates: false, expectedStatuses: [404], signal: request.signal },
  );
  if (answer.status !== 404) {
    return parseResponse(rootSchema, answer, github.host, `review comment ${request.rootId}`);
  }
  const reason = hostMessage(answer.json) ?? '404';
  const message = `The comment it replies to does not exist: ${reason}`;
  return { refusal: { kind: 'refused', message } };
}
