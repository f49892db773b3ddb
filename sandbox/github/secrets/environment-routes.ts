import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { simpleUserJson } from '../accounts/account-json.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { archivedRepository, githubError, mustHaveAdminRights } from '../rest/answers.ts';
import type { RepositoryCall } from '../rest/call.ts';
import { githubTime } from '../rest/github-time.ts';
import { pagedAnswer } from '../rest/paging.ts';
import { readParameters } from '../rest/parameters.ts';
import { teamJson } from '../teams/team-json.ts';
import { countedPage } from './place-routes.ts';
import { type EnvironmentReviewer, type GithubEnvironment, newPlace } from './records.ts';

export function listEnvironments(call: RepositoryCall): Answer {
  const { exchange, addresses, host, repository } = call;
  const all = [...host.secrets.environmentsOf(repository.id).values()];
  return countedPage('environments', all.length, () =>
    pagedAnswer(all, {
      exchange,
      base: addresses.apiUrl,
      toJson: (one) => environmentJson(call, one),
    }),
  );
}

/** Creates it or replaces its rules: a rule that is not named is taken away. */
export async function putEnvironment(call: RepositoryCall, name: string): Promise<Answer> {
  const { exchange, host, repository, permissions, now } = call;
  if (!permissions.admin) return mustHaveAdminRights();
  if (repository.archived) return archivedRepository();
  const read = await readParameters(exchange, {
    wait_timer: { kind: 'integer' },
    reviewers: { kind: 'objects' },
  });
  if ('refusal' in read) return read.refusal;
  if (repository.private && repository.owner.plan === 'free') {
    return githubError(
      422,
      'Failed to create the environment: not available for private repositories on this plan.',
    );
  }
  const reviewers = reviewersOf(call, read.values.reviewers);
  if (reviewers === null) return githubError(422, 'Could not resolve to a reviewer');
  if (reviewers.length > 0 && repository.private && repository.owner.plan !== 'enterprise') {
    return githubError(
      422,
      'Failed to create the environment protection rule. Please ensure the billing plan supports the required reviewers protection rule.',
    );
  }
  if (name.length > 255) return githubError(422, 'Name is too long (maximum is 255 characters)');
  const environments = host.secrets.environmentsOf(repository.id);
  const known = environments.get(name.toLowerCase());
  const environment: GithubEnvironment = known ?? {
    ...newPlace(),
    id: host.nextId(),
    name,
    createdAt: now(),
    updatedAt: now(),
    waitTimer: 0,
    reviewers: [],
  };
  environment.updatedAt = now();
  environment.waitTimer = Number(read.values.wait_timer ?? 0);
  environment.reviewers = reviewers;
  environments.set(name.toLowerCase(), environment);
  return jsonAnswer(200, environmentJson(call, environment));
}

export function environmentJson(
  call: RepositoryCall,
  { id, name, createdAt, updatedAt, waitTimer, reviewers }: GithubEnvironment,
): object {
  const { addresses, repository } = call;
  const path = `${fullNameOf(repository)}/environments/${encodeURIComponent(name)}`;
  return {
    id,
    node_id: `EN_${id}`,
    name,
    url: `${addresses.apiUrl}/repos/${path}`,
    html_url: `${addresses.webUrl}/${fullNameOf(repository)}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`,
    created_at: githubTime(createdAt),
    updated_at: githubTime(updatedAt),
    protection_rules: [
      ...(waitTimer === 0
        ? []
        : [{ id, node_id: `GA_${id}`, type: 'wait_timer', wait_timer: waitTimer }]),
      ...(reviewers.length === 0
        ? []
        : [
            {
              id,
              node_id: `GR_${id}`,
              type: 'required_reviewers',
              prevent_self_review: false,
              reviewers: reviewers.map((one) => reviewerJson(call, one)),
            },
          ]),
    ],
    deployment_branch_policy: null,
  };
}

/** `null` where one of them is nobody that the repository's owner knows. */
function reviewersOf(
  { host, repository }: RepositoryCall,
  asked: unknown,
): readonly EnvironmentReviewer[] | null {
  const found = (Array.isArray(asked) ? asked : []).map(
    ({ type, id }): EnvironmentReviewer | null => {
      const team = [...repository.owner.teams.values()].find((one) => one.id === id);
      const account = host.accounts.find((one) => one.id === id);
      if (type === 'Team') return team === undefined ? null : { type, reviewer: team };
      return account === undefined ? null : { type: 'User', reviewer: account };
    },
  );
  const known = found.filter((one) => one !== null);
  return known.length < found.length || known.length > 6 ? null : known;
}

function reviewerJson({ addresses, repository }: RepositoryCall, one: EnvironmentReviewer): object {
  const reviewer =
    one.type === 'Team'
      ? teamJson({ organization: repository.owner, addresses }, one.reviewer)
      : simpleUserJson(one.reviewer, addresses);
  return { type: one.type, reviewer };
}
