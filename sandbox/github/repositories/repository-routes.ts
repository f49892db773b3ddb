import { listBranches } from '../../git/bare-repository.ts';
import { emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { githubError, mustHaveAdminRights } from '../rest/answers.ts';
import type { RepositoryHandler, RepositoryRoute } from '../rest/call.ts';
import { githubTime } from '../rest/github-time.ts';
import { pagedAnswer } from '../rest/paging.ts';
import { readParameters } from '../rest/parameters.ts';
import { fullNameOf } from './repository-book.ts';
import { fullRepositoryJson } from './repository-json.ts';
import { normaliseTopics } from './settings.ts';
import { updateRepository } from './update-repository.ts';

const getRepository: RepositoryHandler = ({ repository, addresses, permissions }) =>
  jsonAnswer(200, fullRepositoryJson(repository, addresses, permissions));

const deleteRepository: RepositoryHandler = async ({ host, repository, token }) => {
  if (!token.scopes.includes('delete_repo')) return mustHaveAdminRights();
  await host.deleteRepository(fullNameOf(repository));
  return emptyAnswer(204);
};

const getTopics: RepositoryHandler = ({ repository }) =>
  jsonAnswer(200, { names: repository.topics });

const putTopics: RepositoryHandler = async ({ exchange, repository }) => {
  const read = await readParameters(exchange, { names: { kind: 'strings', required: true } });
  if ('refusal' in read) return read.refusal;
  const topics = normaliseTopics(read.values.names as string[]);
  if (topics === null) {
    return githubError(422, 'Validation Failed', {
      errors: [
        'Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.',
      ],
    });
  }
  repository.topics = topics;
  return jsonAnswer(200, { names: topics });
};

const getActionsPermissions: RepositoryHandler = ({ repository }) =>
  jsonAnswer(
    200,
    repository.actionsEnabled ? { enabled: true, allowed_actions: 'all' } : { enabled: false },
  );

const putActionsPermissions: RepositoryHandler = async ({ exchange, repository }) => {
  const read = await readParameters(exchange, {
    enabled: { kind: 'boolean', required: true },
    allowed_actions: { kind: 'string' },
  });
  if ('refusal' in read) return read.refusal;
  const { enabled, allowed_actions: allowed } = read.values;
  if (allowed !== undefined && allowed !== 'all') {
    return githubError(422, `The sandbox does not know allowed_actions=${String(allowed)}.`);
  }
  repository.actionsEnabled = enabled === true;
  return emptyAnswer(204);
};

const putSubscription: RepositoryHandler = async ({ exchange, repository, addresses, now }) => {
  const read = await readParameters(exchange, {
    subscribed: { kind: 'boolean' },
    ignored: { kind: 'boolean' },
  });
  if ('refusal' in read) return read.refusal;
  const self = `${addresses.apiUrl}/repos/${fullNameOf(repository)}`;
  return jsonAnswer(200, {
    subscribed: read.values.subscribed === true,
    ignored: read.values.ignored === true,
    reason: null,
    created_at: githubTime(now()),
    url: `${self}/subscription`,
    repository_url: self,
  });
};

const getBranches: RepositoryHandler = async ({ exchange, repository, addresses, tools }) => {
  const branches = await listBranches(tools, repository.directory);
  const self = `${addresses.apiUrl}/repos/${fullNameOf(repository)}`;
  return pagedAnswer(branches, {
    exchange,
    base: addresses.apiUrl,
    toJson: ({ name, commit }) => ({
      name,
      commit: { sha: commit, url: `${self}/commits/${commit}` },
      protected: false,
    }),
  });
};

/** By method and what follows the repository's address. */
export const repositoryRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'GET ': { writes: false, handle: getRepository },
  'PATCH ': { writes: true, evenArchived: true, handle: updateRepository },
  'DELETE ': { writes: true, evenArchived: true, handle: deleteRepository },
  'GET topics': { writes: false, handle: getTopics },
  'PUT topics': { writes: true, handle: putTopics },
  'GET actions/permissions': { writes: false, handle: getActionsPermissions },
  'PUT actions/permissions': { writes: true, handle: putActionsPermissions },
  // Anybody who sees a repository may watch it, archived or not.
  'PUT subscription': { writes: false, handle: putSubscription },
  'GET branches': { writes: false, handle: getBranches },
};
