import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { scopes } from '../accounts/authentication.ts';
import { mergeAndNote } from '../changes/merge-and-note.ts';
import { pullRequestJson } from '../pull-requests/pull-request-json.ts';
import { bitbucketError, notFound, notOffered } from '../rest/answers.ts';
import { personOf } from '../settings/access.ts';
import { repositoryRoute } from '../settings/settings-route.ts';
import { judgeByRestrictions } from './judge.ts';
import { type MergeStrategy, mergeStrategies } from './merge-pull-request.ts';
import { mergeFacts, questionOf } from './question.ts';

/** `POST …/pullrequests/{id}/merge` */
export const mergeRoute = repositoryRoute(
  { scope: scopes.writePullRequest, writes: true, admin: false },
  async (call, context) => {
    const { host, caller, repository } = context;
    const { exchange, parts, tools } = call;
    const pull = repository.pullRequests.find((one) => String(one.number) === parts[4]);
    if (pull === undefined) return notFound(`Pull request ${parts[4] ?? ''}`);
    if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
    if (pull.state !== 'OPEN') return bitbucketError(400, 'This pull request is already closed.');
    const text = (await exchange.readBody()).toString('utf8');
    const wanted = readWanted(text);
    if (wanted === null) return refuseStrategy();
    const by = personOf(host, caller);
    const action = { kind: 'merge', ref: `refs/heads/${pull.destination.branch ?? ''}` } as const;
    const facts = await mergeFacts({ host, repository, tools }, pull);
    const [refusal] = judgeByRestrictions(questionOf(host, repository, by), action, facts);
    if (refusal !== undefined) return bitbucketError(403, refusal.sentence);
    const message =
      wanted.message ?? `Merged in ${pull.source.branch ?? ''} (pull request #${pull.number})`;
    const place = { bitbucket: host, tools, product: 'cloud' } as const;
    const { strategy } = wanted;
    const isMerged = await mergeAndNote(place, pull, { by, on: new Date(), message, strategy });
    return isMerged
      ? jsonAnswer(200, pullRequestJson(context, pull))
      : bitbucketError(409, 'There are merge conflicts.');
  },
);

function readWanted(
  text: string,
): { readonly message?: string; readonly strategy: MergeStrategy } | null {
  const body = JSON.parse(text === '' ? '{}' : text) as Readonly<Record<string, unknown>>;
  const { merge_strategy: asked = 'merge_commit', message } = body;
  const strategy = mergeStrategies.find((one) => one === asked);
  if (strategy === undefined) return null;
  return typeof message === 'string' ? { message, strategy } : { strategy };
}

function refuseStrategy(): Answer {
  return bitbucketError(400, `The sandbox merges by ${mergeStrategies.join(', ')} alone.`);
}
