import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { archivedRepository, githubError, mustHaveAdminRights, notFound } from '../rest/answers.ts';
import type { RepositoryCall } from '../rest/call.ts';
import { githubTime } from '../rest/github-time.ts';
import { pagedAnswer } from '../rest/paging.ts';
import { readParameters } from '../rest/parameters.ts';
import { countedPage, getPublicKey, listSecrets, putSecret } from './place-routes.ts';
import { type GithubEnvironment, newPlace, type SecretPlace } from './records.ts';

/** Of a repository, and of one of its environments. */
const mostSecrets = 100;

/** Secrets and environments below a repository's address; `null`: none of these. */
export function answerSecrets(
  call: RepositoryCall,
  method: string,
  parts: readonly string[],
): Answer | Promise<Answer> | null {
  const [first, second, third, fourth, ...more] = parts;
  if (first === 'actions' && second === 'secrets' && fourth === undefined) {
    const place = call.host.secrets.ofRepository(call.repository.id);
    return answerPlace(call, place, { method, name: third });
  }
  if (first !== 'environments' || more.length > 0) return null;
  const environments = call.host.secrets.environmentsOf(call.repository.id);
  if (second === undefined) return method === 'GET' ? listEnvironments(call) : null;
  const environment = environments.get(second.toLowerCase());
  if (third === undefined) {
    if (method === 'PUT') return putEnvironment(call, second);
    if (method !== 'GET') return null;
    return environment === undefined
      ? notFound()
      : jsonAnswer(200, environmentJson(call, environment));
  }
  if (third !== 'secrets') return null;
  if (environment === undefined) return notFound();
  return answerPlace(call, environment, { method, name: fourth });
}

function answerPlace(
  call: RepositoryCall,
  place: SecretPlace,
  { method, name }: { method: string; name: string | undefined },
): Answer | Promise<Answer> | null {
  if (!call.permissions.push) return noAccess();
  if (method === 'GET') {
    if (name === undefined) return listSecrets(call, place);
    return name === 'public-key' ? getPublicKey(place) : null;
  }
  if (method !== 'PUT' || name === undefined) return null;
  if (call.repository.archived) return archivedRepository();
  return putSecret(call, place, { name, most: mostSecrets });
}

function noAccess(): Answer {
  return githubError(403, 'Resource not accessible by personal access token');
}

function listEnvironments(call: RepositoryCall): Answer {
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
async function putEnvironment(call: RepositoryCall, name: string): Promise<Answer> {
  const { exchange, host, repository, permissions, now } = call;
  if (!permissions.admin) return mustHaveAdminRights();
  if (repository.archived) return archivedRepository();
  const read = await readParameters(exchange, { wait_timer: { kind: 'integer' } });
  if ('refusal' in read) return read.refusal;
  if (repository.private && repository.owner.plan === 'free') {
    return githubError(
      422,
      'Failed to create the environment: not available for private repositories on this plan.',
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
  };
  environment.updatedAt = now();
  environment.waitTimer = Number(read.values.wait_timer ?? 0);
  environments.set(name.toLowerCase(), environment);
  return jsonAnswer(200, environmentJson(call, environment));
}

function environmentJson(
  { addresses, repository }: RepositoryCall,
  { id, name, createdAt, updatedAt, waitTimer }: GithubEnvironment,
): object {
  const path = `${fullNameOf(repository)}/environments/${encodeURIComponent(name)}`;
  return {
    id,
    node_id: `EN_${id}`,
    name,
    url: `${addresses.apiUrl}/repos/${path}`,
    html_url: `${addresses.webUrl}/${fullNameOf(repository)}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`,
    created_at: githubTime(createdAt),
    updated_at: githubTime(updatedAt),
    protection_rules:
      waitTimer === 0
        ? []
        : [{ id, node_id: `GA_${id}`, type: 'wait_timer', wait_timer: waitTimer }],
    deployment_branch_policy: null,
  };
}
