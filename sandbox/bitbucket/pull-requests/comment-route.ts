import { jsonAnswer } from '../../network/answer.ts';
import { scopes } from '../accounts/authentication.ts';
import { addComment } from '../changes/comments.ts';
import { bitbucketError, notFound } from '../rest/answers.ts';
import { personOf } from '../settings/access.ts';
import { repositoryRoute } from '../settings/settings-route.ts';
import { commentJson } from './conversation-json.ts';

/** `POST …/pullrequests/{id}/comments`: a comment on the whole, whatever restricts the branches. */
export const commentRoute = repositoryRoute(
  { scope: scopes.writePullRequest, writes: true, admin: false },
  async ({ exchange, parts }, context) => {
    const { host, caller, repository } = context;
    const pull = repository.pullRequests.find((one) => String(one.number) === parts[4]);
    if (pull === undefined) return notFound(`Pull request ${parts[4] ?? ''}`);
    const text = rawOf((await exchange.readBody()).toString('utf8'));
    if (text === null) return bitbucketError(400, 'Bad request');
    const by = personOf(host, caller);
    const place = { bitbucket: host, repository, pull };
    const id = addComment(place, { by, on: new Date() }, { text });
    const made = pull.conversation().comments.find((one) => one.id === id);
    return made === undefined
      ? notFound('Comment')
      : jsonAnswer(201, commentJson(context, pull, made));
  },
);

/** `null`: anything but a text alone. */
function rawOf(body: string): string | null {
  try {
    const { content, ...others } = JSON.parse(body) as { content?: { raw?: unknown } };
    const raw = content?.raw;
    return typeof raw === 'string' && raw !== '' && Object.keys(others).length === 0 ? raw : null;
  } catch {
    return null;
  }
}
