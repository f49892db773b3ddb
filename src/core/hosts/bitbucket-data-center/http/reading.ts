import { MigratorError } from '../../../kernel/errors.ts';
import type { CredentialClient } from '../../../network/http/http-client.ts';
import type { HttpRequest, HttpServices } from '../../../network/http/http-request.ts';
import type { HttpResponse } from '../../../network/http/response.ts';
import type { DataCenterAccess } from '../../../ports/credentials/source-credentials.ts';
import { refused } from './refusals.ts';

/** What the parts of the adapter share. */
export interface DataCenter {
  readonly access: DataCenterAccess;
  readonly services: HttpServices;
  readonly client: CredentialClient;
  /** What answers have told so far. */
  readonly learned: {
    /** The owner of the token: Git wants the name beside it. */
    username: string | null;
    /** They have a page of their own, as no token of a project or a repository has. */
    isPerson: boolean;
    /** Keys of projects as the host writes them, by the same in small letters. */
    readonly projectKeys: Map<string, string>;
    /** The host has no figures of sizes for these credentials, or none at all. */
    hidesSizes: boolean;
    /** The version that has no `default-branch` yet. */
    hasOldDefaultBranch: boolean;
  };
}

export type Read = Omit<HttpRequest, 'method' | 'creates'>;

/**
 * A read whose refusals are put into the specification's words. A Data Center says 401 to whoever has not signed in and
 * to whoever may not: the name of the exception tells which.
 * @throws `credentials`, `permission`, and what HttpClient throws
 */
export async function get(dataCenter: DataCenter, request: Read): Promise<HttpResponse> {
  const { client } = dataCenter;
  const expected = request.expectedStatuses ?? [];
  const answer = await client.request({
    ...request,
    method: 'GET',
    creates: false,
    expectedStatuses: [...expected, 401, 403],
  });
  const isRefused = answer.status === 401 || answer.status === 403;
  if (!isRefused || expected.includes(answer.status)) return answer;
  throw refused({ answer, host: client.host, what: `GET ${request.path}` });
}

export function projectNotFound({ client }: DataCenter, key: string): MigratorError {
  return new MigratorError(
    'not-found',
    `The project ${key} does not exist on ${client.host}, or cannot be seen with these credentials`,
    {
      hint: 'On a Data Center --workspace takes the key of a project, as in the address (…/projects/<KEY>), or ~<user> for the repositories of a person. Check that the account has Project Read.',
    },
  );
}

export function repositoryNotFound({ client }: DataCenter, fullName: string): MigratorError {
  return new MigratorError(
    'not-found',
    `The repository ${fullName} does not exist on ${client.host}, or cannot be seen with these credentials`,
    { hint: 'Discover the project again, or take the repository out of the plan.' },
  );
}

/** A Data Center goes on answering to the name that a repository had before it was renamed or moved. */
export function renamed({ client }: DataCenter, fullName: string, now: string): MigratorError {
  return new MigratorError(
    'not-found',
    `${fullName} was renamed on ${client.host}, and is now ${now}`,
    { hint: 'Discover the project again, or change source in the plan to the new slug.' },
  );
}

export function notUnderstood({ client }: DataCenter, what: string): MigratorError {
  return new MigratorError(
    'bad-answer',
    `${client.host} answered ${what} with something that cannot be understood`,
    { hint: 'Check SRC_DATA_CENTER_URL, and whether a proxy answers in its place.' },
  );
}
