import { type Answer, emptyAnswer, jsonAnswer } from '../../../network/answer.ts';
import { mustHaveAdminRights, notFound, validationFailed } from '../../rest/answers.ts';
import { readParameters } from '../../rest/parameters.ts';
import { jsonContext, type TrackerCall, type TrackerHandler, withPull } from '../context.ts';
import { compare } from '../diffs/compare.ts';
import { changeTexts } from '../issues/issues.ts';
import { listAnswer } from '../list.ts';
import type { GithubPullRequest } from '../records.ts';
import { custom, missingBranch, refuseTexts } from '../refusals.ts';
import { findOutLater } from './mergeability.ts';
import { fullPullJson, pullJson } from './pull-json.ts';
import { readBranch } from './refs.ts';
import { changeState, type StateChange } from './state.ts';

export const listPulls: TrackerHandler = (call) => {
  const { exchange, repository } = call;
  const { query } = exchange;
  const context = jsonContext(call);
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const sort = query.get('sort') ?? 'created';
  return listAnswer<GithubPullRequest>(call, {
    items: repository.pulls,
    parameters: {
      state: ['open', 'closed', 'all'],
      sort: ['created', 'updated'],
      direction: ['asc', 'desc'],
      head: null,
      base: null,
    },
    defaults: { direction: sort === 'created' ? 'desc' : 'asc' },
    filter: (pull) =>
      (state === 'all' || pull.state === state) &&
      (base === null || pull.base.ref === base) &&
      (head === null || fitsHead(head, pull, repository.owner.login)),
    toJson: (pull) => pullJson(pull, context),
  });
};

/** Without the owner and a colon the host takes no notice of `head` at all. */
function fitsHead(head: string, pull: GithubPullRequest, owner: string): boolean {
  const colon = head.indexOf(':');
  if (colon < 0) return true;
  return (
    head.slice(0, colon).toLowerCase() === owner.toLowerCase() &&
    head.slice(colon + 1) === pull.head.ref
  );
}

export const getPull: TrackerHandler = withPull((call, pull) => {
  const answer = jsonAnswer(200, fullPullJson(pull, jsonContext(call)));
  findOutLater(call, pull);
  return answer;
});

export const isMerged: TrackerHandler = withPull((_, pull) =>
  pull.merged ? emptyAnswer(204) : notFound(),
);

export const updatePull: TrackerHandler = withPull(async (call, pull) => {
  const mayChange = call.permissions.push || pull.author === call.token.user;
  if (!mayChange) return mustHaveAdminRights();
  const read = await readParameters(call.exchange, {
    title: { kind: 'string' },
    body: { kind: 'string or null' },
    state: { kind: 'string' },
    base: { kind: 'string' },
    maintainer_can_modify: { kind: 'boolean' },
  });
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const refusal =
    refuseTexts(values, call.host.rules) ??
    (await changeBase(call, pull, values.base as string | undefined)) ??
    changeState(call, pull, values as StateChange);
  if (refusal !== null) return refusal;
  await changeTexts(call, pull, values);
  const { maintainer_can_modify: modify } = values;
  if (typeof modify === 'boolean') pull.maintainerCanModify = modify;
  return jsonAnswer(200, fullPullJson(pull, jsonContext(call)));
});

async function changeBase(
  call: TrackerCall,
  pull: GithubPullRequest,
  ref: string | undefined,
): Promise<Answer | null> {
  if (ref === undefined || ref === pull.base.ref) return null;
  const { tools, repository } = call;
  if (pull.state === 'closed') {
    const message = 'Cannot change the base branch of a closed pull request.';
    return validationFailed([custom('PullRequest', 'base', message)]);
  }
  const sha = readBranch(repository.directory, ref);
  if (sha === null) return missingBranch(['base']);
  const commits = { base: sha, head: pull.head.sha };
  const { ahead } = await compare(tools, repository.directory, commits);
  if (ahead === 0) {
    const message = `There are no new commits between base branch '${ref}' and head branch '${pull.head.ref}'`;
    return validationFailed([custom('PullRequest', 'base', message)]);
  }
  repository.tracker.setBase(pull, { ref, sha });
  pull.commitCount = ahead;
  pull.mergeable = null;
  pull.size = null;
  return null;
}
