import { MigratorError } from '../../../kernel/errors.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import { factsOf, field, type HttpResponse } from '../../../network/response/response.ts';
import { normalizeRepositoryName } from '../names/repository-name.ts';
import { remedyFor } from '../rest/known-reasons.ts';
import { parseCreated, parseResponse } from '../rest/parse-response.ts';
import type { GitHub, HostMethod } from '../rest/shared.ts';
import { toDescription } from './normalize-texts.ts';
import { repositorySchema, toTargetRepository } from './schema.ts';

/** Of a repository that was renamed or transferred. */
export const redirects = [301, 302, 307, 308];

/** 301 stands for a renamed or transferred repository: the name itself is free. */
export const findRepository: HostMethod<'findRepository'> = async (github, request) => {
  const { owner, name, signal } = request;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}',
    { owner, repo: name },
    { creates: false, expectedStatuses: [404, ...redirects], signal },
  );
  if (answer.status === 404) return { state: 'absent' };
  if (redirects.includes(answer.status)) return { state: 'renamed' };
  const row = parseResponse(repositorySchema, answer, github.host, `GET /repos/${owner}/${name}`);
  // Something in between may have followed the redirect for us.
  if (!sameName(row.full_name, `${owner}/${name}`)) return { state: 'renamed' };
  return { state: 'present', repository: toTargetRepository(github, row) };
};

/** The address is where GitHub's redirects of renamed repositories lead. */
export const findRepositoryById: HostMethod<'findRepositoryById'> = async (github, request) => {
  const { id, signal } = request;
  const answer = await github.send(
    'GET /repositories/{repository_id}',
    { repository_id: id },
    { creates: false, expectedStatuses: [404], signal },
  );
  if (answer.status === 404) return null;
  const row = parseResponse(repositorySchema, answer, github.host, `GET /repositories/${id}`);
  return String(row.id) === id ? toTargetRepository(github, row) : null;
};

/** Always private: what is pushed is shown to others only when all of it is there and was checked. */
export const createRepository: HostMethod<'createRepository'> = async (github, request) => {
  const { owner, name, signal } = request;
  const fullName = `${owner.login}/${name}`;
  if (normalizeRepositoryName(name) !== name) {
    throw new MigratorError(
      'input-file',
      `${github.host} would create ${normalizeRepositoryName(name)} instead of ${fullName}`,
      { hint: 'Change its target in the plan.' },
    );
  }
  const body = {
    name,
    description: toDescription(request.description),
    ...(request.homepage === undefined ? {} : { homepage: request.homepage }),
    private: true,
  };
  const options = {
    creates: true,
    contentCreating: true,
    expectedStatuses: [404, 422, 451],
    signal,
  };
  const answer =
    owner.kind === 'organization'
      ? await github.send('POST /orgs/{org}/repos', { org: owner.login, ...body }, options)
      : await github.send('POST /user/repos', body, options);
  if (answer.status >= 400) throw creationRefused(github, answer, fullName);
  const row = parseCreated(repositorySchema, answer, github.host, `creating ${fullName}`);
  const visibility = row.visibility ?? 'private';
  // Whatever were pushed into it, everybody would see at once, or everybody in the enterprise.
  if (!row.private || visibility !== 'private') {
    const shown = visibility === 'internal' ? 'internal' : 'public';
    throw new MigratorError(
      'refused',
      `${github.host} created ${row.full_name} as ${shown} instead of private`,
      {
        hint: `Nothing was pushed to it. Delete ${row.full_name}, find out why private repositories cannot be created there, then resume.`,
      },
    );
  }
  if (sameName(row.full_name, fullName)) return toTargetRepository(github, row);
  throw new MigratorError(
    'refused',
    `${github.host} created a repository named ${row.full_name} instead of ${fullName}`,
    {
      hint: `Delete ${row.full_name}, and set target in the plan to a name that GitHub keeps unchanged.`,
    },
  );
};

function creationRefused(github: GitHub, answer: HttpResponse, fullName: string): MigratorError {
  if (nameIsTaken(answer)) {
    return new MigratorError(
      'target-exists',
      `Repository already exists: ${fullName} on ${github.host}`,
      {
        hint: 'Use --skip-existing to skip it, --overwrite to replace it, or give the repository another name in the plan.',
        status: answer.status,
      },
    );
  }
  const facts = factsOf(answer);
  // GitHub answers 404 to those who may not know that an organisation exists or not create in it.
  if (answer.status === 404) {
    return new MigratorError(
      'permission',
      `${github.host} does not let DST_TOKEN create ${fullName}`,
      {
        hint: 'Use a token with the repo scope, from an account that can create repositories there.',
        ...facts,
      },
    );
  }
  if (answer.status === 451) return legallyBlocked(github, fullName, facts);
  return new MigratorError('refused', `${github.host} refused to create ${fullName}`, {
    hint: remedyFor(facts.detail) ?? refusalHint('refused', github.host, fullName),
    ...facts,
  });
}

function legallyBlocked(
  github: GitHub,
  fullName: string,
  facts: { status: number; detail: string | null },
): MigratorError {
  return new MigratorError(
    'refused',
    `451 Unavailable For Legal Reasons: ${github.host} refused to create ${fullName}`,
    {
      hint: 'The account or organization is restricted, usually by trade controls: private repositories cannot be created there. Owners see the reason at https://docs.github.com/site-policy/other-site-policies/github-and-trade-controls, and GitHub Support can lift it.',
      ...facts,
    },
  );
}

/**
 * `errors: [{resource: "Repository", field: "name", message: "name already exists on this account"}]`; or a sentence in
 * place of the object or of the list, or the message alone.
 */
export function nameIsTaken({ status, json }: HttpResponse): boolean {
  if (status !== 422) return false;
  const errors = field(json, 'errors');
  const reasons = [json, ...(Array.isArray(errors) ? errors : [errors])];
  return reasons.some((reason) => {
    if (field(reason, 'field') === 'name' && field(reason, 'code') === 'already_exists')
      return true;
    const text = typeof reason === 'string' ? reason : field(reason, 'message');
    return typeof text === 'string' && /name already exists/i.test(text);
  });
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
