import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { archivedRepository, githubError, notFound } from '../rest/answers.ts';
import type { RepositoryCall } from '../rest/call.ts';
import { readParameters } from '../rest/parameters.ts';

/** Variables below a repository's address; `null`: a request that is not offered. */
export function answerVariables(
  call: RepositoryCall,
  method: string,
  [name, ...more]: readonly string[],
): Answer | Promise<Answer> | null {
  if (more.length > 0) return null;
  if (name !== undefined) return method === 'GET' ? getVariable(call, name) : null;
  return method === 'POST' ? createVariable(call) : null;
}

/** `GET actions/variables/{name}` */
function getVariable({ host, repository, permissions }: RepositoryCall, asked: string): Answer {
  if (!permissions.push) return noAccess();
  const name = asked.toUpperCase();
  const value = host.secrets.variablesOf(repository.id).get(name);
  if (value === undefined) return notFound();
  const at = repository.createdAt;
  return jsonAnswer(200, { name, value, created_at: at, updated_at: at });
}

/** `POST actions/variables` */
async function createVariable(call: RepositoryCall): Promise<Answer> {
  const { exchange, host, repository, permissions } = call;
  if (!permissions.push) return noAccess();
  if (repository.archived) return archivedRepository();
  const read = await readParameters(exchange, {
    name: { kind: 'string', required: true },
    value: { kind: 'string', required: true },
  });
  if ('refusal' in read) return read.refusal;
  const name = String(read.values.name).toUpperCase();
  const variables = host.secrets.variablesOf(repository.id);
  if (!/^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/.test(name)) {
    return githubError(422, 'Variable names can only contain alphanumeric characters');
  }
  if (variables.has(name)) return githubError(409, 'Already exists - Variable already exists');
  variables.set(name, String(read.values.value));
  return jsonAnswer(201, {});
}

export function noAccess(): Answer {
  return githubError(403, 'Resource not accessible by personal access token');
}
