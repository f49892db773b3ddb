import { MigratorError } from '../../../kernel/errors.ts';
import { type HttpResponse, hostMessage } from '../../../network/http/response.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import type { TargetRepository, Visibility } from '../../../ports/records/repository.ts';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import type { ActionsSwitch } from '../../../ports/target-host.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';
import { toDescription } from './description.ts';
import { toTargetRepository } from './mapping.ts';
import { repositorySchema } from './schema.ts';
import { toTopics } from './topics.ts';

type Named = RepositoryName & Cancellable;

/**
 * 409 means that the organisation has switched Actions off for everybody, 404 (after the repository was seen) that
 * this host has none: both leave nothing to switch. 403 that is no limit: the token may fill the repository, but
 * not administer it.
 */
export async function setActionsEnabled(
  github: GitHub,
  { owner, name, enabled, signal }: Named & { enabled: boolean },
): Promise<ActionsSwitch> {
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/actions/permissions',
    { owner, repo: name, enabled },
    { creates: false, expectedStatuses: [403, 404, 409, 422], signal },
  );
  if (answer.status < 300) return 'switched';
  if (answer.status === 409) return 'switched-by-others';
  if (answer.status === 404) return 'not-found';
  if (answer.status === 403) return 'refused';
  const change = `switch Actions ${enabled ? 'on' : 'off'}`;
  throw settingRefused(github, answer, `${owner}/${name}`, change);
}

/** Only what is given is sent. */
export async function updateRepository(
  github: GitHub,
  request: Named & {
    description?: string;
    defaultBranch?: string;
    visibility?: Visibility;
    archived?: boolean;
  },
): Promise<TargetRepository> {
  const { owner, name, description, defaultBranch, visibility, archived, signal } = request;
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
    { creates: false, expectedStatuses: [404, 422], signal },
  );
  if (answer.status >= 400) {
    throw settingRefused(github, answer, `${owner}/${name}`, 'change the settings');
  }
  const row = parseResponse(repositorySchema, answer, github.host, `PATCH /repos/${owner}/${name}`);
  return toTargetRepository(row);
}

/** Replaces all. */
export async function setTopics(
  github: GitHub,
  { owner, name, topics, signal }: Named & { topics: readonly string[] },
): Promise<readonly string[]> {
  const names = toTopics(topics);
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/topics',
    { owner, repo: name, names: [...names] },
    { creates: false, expectedStatuses: [404, 422], signal },
  );
  if (answer.status < 300) return names;
  throw settingRefused(github, answer, `${owner}/${name}`, 'set the topics');
}

/** `internal` is missing from the description of github.com, which GitHub Enterprise Cloud shares its address with. */
function visibilityField(visibility: Visibility): { visibility: 'public' | 'private' } {
  return { visibility: visibility as 'public' | 'private' };
}

function settingRefused(
  github: GitHub,
  answer: HttpResponse,
  fullName: string,
  change: string,
): MigratorError {
  const facts = { status: answer.status, detail: hostMessage(answer.json) };
  if (answer.status === 404) {
    return new MigratorError(
      'permission',
      `${github.host} does not let DST_TOKEN ${change} of ${fullName}, or it is not there`,
      {
        hint: 'Use the token of an administrator of the repository, with the scope repo.',
        ...facts,
      },
    );
  }
  return new MigratorError('refused', `${github.host} refused to ${change} of ${fullName}`, {
    hint: refusalHint('refused', github.host, fullName),
    ...facts,
  });
}
