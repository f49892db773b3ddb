import { type Answer, emptyAnswer, jsonAnswer } from '../../../network/answer.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import { simpleUserJson } from '../../accounts/account-json.ts';
import { activeMembership } from '../../accounts/permissions.ts';
import type { GithubRepository } from '../../records.ts';
import { fullNameOf } from '../../repositories/repository-book.ts';
import { githubError, notFound } from '../../rest/answers.ts';
import { readParameters } from '../../rest/parameters.ts';
import { jsonContext, type TrackerCall, type TrackerHandler, withPull } from '../context.ts';
import { noteReviewers } from '../notices/note.ts';
import { pullJson } from '../pulls/pull-json.ts';
import type { GithubPullRequest } from '../records.ts';

const maxReviewers = 15;

/** All of them or none. */
export const requestReviewers: TrackerHandler = withPull(async (call, pull) => {
  const read = await readParameters(call.exchange, {
    reviewers: { kind: 'strings' },
    team_reviewers: { kind: 'strings' },
  });
  if ('refusal' in read) return read.refusal;
  const { reviewers = [], team_reviewers: teams = [] } = read.values;
  if ((teams as string[]).length > 0) {
    return githubError(422, 'The sandbox does not know "team_reviewers".');
  }
  const accounts = collaboratorsAmong(call, pull, reviewers as string[]);
  if ('status' in accounts) return accounts;
  const fresh = accounts.filter((account) => !pull.requestedReviewers.includes(account));
  if (pull.requestedReviewers.length + fresh.length > maxReviewers) {
    return githubError(422, `A pull request cannot have more than ${maxReviewers} reviewers.`);
  }
  pull.requestedReviewers.push(...fresh);
  noteReviewers(call, pull, fresh);
  return jsonAnswer(201, pullJson(pull, jsonContext(call)));
});

/** Who was not asked is no error. */
export const withdrawReviewers: TrackerHandler = withPull(async (call, pull) => {
  const read = await readParameters(call.exchange, {
    reviewers: { kind: 'strings', required: true },
    team_reviewers: { kind: 'strings' },
  });
  if ('refusal' in read) return read.refusal;
  const named = (read.values.reviewers as string[]).map((login) => call.host.findAccount(login));
  const left = pull.requestedReviewers.filter((account) => !named.includes(account));
  pull.requestedReviewers.splice(0, pull.requestedReviewers.length, ...left);
  return jsonAnswer(200, pullJson(pull, jsonContext(call)));
});

function collaboratorsAmong(
  call: TrackerCall,
  pull: GithubPullRequest,
  logins: readonly string[],
): readonly GithubAccount[] | Answer {
  const { host, repository } = call;
  const accounts = logins.map((login) => host.findAccount(login));
  if (accounts.includes(pull.author)) {
    return githubError(422, 'Review cannot be requested from pull request author.');
  }
  const known = accounts.filter((one) => one !== null && isCollaborator(repository, one));
  if (known.length === logins.length) return known.filter((one) => one !== null);
  return githubError(
    422,
    `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${fullNameOf(repository)} repository.`,
  );
}

export const listRequestedReviewers: TrackerHandler = withPull((call, pull) =>
  jsonAnswer(200, {
    users: pull.requestedReviewers.map((account) => simpleUserJson(account, call.addresses)),
    teams: [],
  }),
);

export const checkCollaborator: TrackerHandler = (call) => {
  if (!call.permissions.push) {
    return githubError(403, 'Must have push access to view repository collaborators.');
  }
  const account = call.host.findAccount(call.words[0] ?? '');
  const found = account !== null && isCollaborator(call.repository, account);
  return found ? emptyAnswer(204) : notFound();
};

/** The owner, those who were invited, and the members of the organisation, who all may read. */
function isCollaborator({ owner, tracker }: GithubRepository, account: GithubAccount): boolean {
  if (account.kind !== 'user') return false;
  if (account === owner || tracker.collaborators.has(account.login.toLowerCase())) return true;
  return owner.kind === 'organization' && activeMembership(owner, account) !== null;
}
