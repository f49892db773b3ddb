import { MigratorError } from '../../../kernel/errors.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import { factsOf, type HttpResponse } from '../../../network/response/response.ts';
import type { Visibility } from '../../../ports/records/repository.ts';
import { remedyFor } from '../rest/known-reasons.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub, HostMethod } from '../rest/shared.ts';
import { toDescription, toTopics } from './normalize-texts.ts';
import { nameIsTaken, redirects } from './repositories.ts';
import { actionsSchema, repositorySchema, toTargetRepository } from './schema.ts';

/**
 * 409 means that the organisation has switched Actions off for everybody, 404 (after the repository was seen) that
 * this host has none: both leave nothing to switch. 403 that is no limit: the token may fill the repository, but
 * not administer it.
 */
export const setActionsEnabled: HostMethod<'setActionsEnabled'> = async (github, request) => {
  const { owner, name, enabled, signal } = request;
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/actions/permissions',
    { owner, repo: name, enabled },
    { creates: false, expectedStatuses: [403, 404, 409, 422], signal },
  );
  if (answer.status < 300) return 'switched';
  if (answer.status === 409) return 'switched-by-others';
  if (answer.status === 404) return 'not-found';
  if (answer.status === 403) return 'refused';
  const change = `turn Actions ${enabled ? 'on' : 'off'}`;
  throw settingRefused(github, answer, `${owner}/${name}`, change);
};

export const areActionsEnabled: HostMethod<'areActionsEnabled'> = async (github, request) => {
  const { owner, name, signal } = request;
  const route = 'GET /repos/{owner}/{repo}/actions/permissions';
  const answer = await github.send(
    route,
    { owner, repo: name },
    { creates: false, expectedStatuses: [403, 404, 409], signal },
  );
  if (answer.status >= 300) return null;
  return parseResponse(actionsSchema, answer, github.host, route).enabled;
};

/** Only what is given is sent. */
export const updateRepository: HostMethod<'updateRepository'> = async (github, request) => {
  const { owner, name, description, defaultBranch, visibility, archived, signal, isCurrent } =
    request;
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}',
    {
      owner,
      repo: name,
      ...(description === undefined ? {} : { description: toDescription(description) }),
      ...(defaultBranch === undefined ? {} : { default_branch: defaultBranch }),
      ...(visibility === undefined ? {} : visibilityField(visibility)),
      ...(archived === undefined ? {} : { archived }),
    },
    { creates: false, expectedStatuses: [404, 422], signal, isCurrent },
  );
  if (answer.status >= 400) {
    throw settingRefused(github, answer, `${owner}/${name}`, 'change the settings');
  }
  const row = parseResponse(repositorySchema, answer, github.host, `PATCH /repos/${owner}/${name}`);
  return toTargetRepository(github, row);
};

/** Replaces all. */
export const setTopics: HostMethod<'setTopics'> = async (github, request) => {
  const { owner, name, topics, signal, isCurrent } = request;
  const names = toTopics(topics);
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/topics',
    { owner, repo: name, names: [...names] },
    { creates: false, expectedStatuses: [404, 422], signal, isCurrent },
  );
  if (answer.status < 300) return names;
  throw settingRefused(github, answer, `${owner}/${name}`, 'set the topics');
};

/** `internal` is missing from the description of github.com, which GitHub Enterprise Cloud shares its address with. */
function visibilityField(visibility: Visibility): { visibility: 'public' | 'private' } {
  return { visibility: visibility as 'public' | 'private' };
}

function settingRefused(github: GitHub, answer: HttpResponse, fullName: string, change: string) {
  const facts = factsOf(answer);
  if (answer.status === 404) {
    return new MigratorError(
      'permission',
      `${github.host} does not let DST_TOKEN ${change} for ${fullName}, or the repository does not exist`,
      {
        hint: "Use a repository administrator's token with the repo scope.",
        ...facts,
      },
    );
  }
  return new MigratorError('refused', `${github.host} refused to ${change} for ${fullName}`, {
    hint: remedyFor(facts.detail) ?? refusalHint('refused', github.host, fullName),
    ...facts,
  });
}

export const deleteRepository: HostMethod<'deleteRepository'> = async (github, request) => {
  const { owner, name, signal } = request;
  const answer = await github.send(
    'DELETE /repos/{owner}/{repo}',
    { owner, repo: name },
    { creates: false, expectedStatuses: [404, ...redirects], signal },
  );
  if (answer.status < 300 || answer.status === 404) return;
  const change = redirects.includes(answer.status) ? 'delete the renamed repository' : 'delete';
  throw settingRefused(github, answer, `${owner}/${name}`, change);
};

/** A redirect means that the repository has another name already. GitHub answers PATCH with 307 then. */
export const renameRepository: HostMethod<'renameRepository'> = async (github, request) => {
  const { owner, name, newName, signal } = request;
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}',
    { owner, repo: name, name: newName },
    { creates: false, expectedStatuses: [404, 422, ...redirects], signal },
  );
  if (redirects.includes(answer.status) || answer.status === 404) return { kind: 'gone' };
  if (nameIsTaken(answer)) return { kind: 'taken' };
  if (answer.status >= 400) {
    throw new MigratorError('refused', `${github.host} refused to rename ${owner}/${name}`, {
      hint: refusalHint('refused', github.host, `${owner}/${name}`),
      ...factsOf(answer),
    });
  }
  const row = parseResponse(repositorySchema, answer, github.host, `PATCH /repos/${owner}/${name}`);
  return { kind: 'renamed', repository: toTargetRepository(github, row) };
};
