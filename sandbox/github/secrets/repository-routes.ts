import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { archivedRepository, notFound } from '../rest/answers.ts';
import type { RepositoryCall } from '../rest/call.ts';
import { environmentJson, listEnvironments, putEnvironment } from './environment-routes.ts';
import { getPublicKey, listSecrets, putSecret } from './place-routes.ts';
import type { SecretPlace } from './records.ts';
import { answerVariables, noAccess } from './variable-routes.ts';

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
  if (first === 'actions' && second === 'variables') {
    return answerVariables(call, method, parts.slice(2));
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
