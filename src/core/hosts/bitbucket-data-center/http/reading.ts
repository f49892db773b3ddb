import { MigratorError } from '../../../kernel/errors.ts';
import type { CredentialClient } from '../../../network/http/http-client.ts';
import type { HttpRequest, HttpServices } from '../../../network/http/http-request.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { DataCenterAccess, NamedToken } from '../../../ports/credentials/source-access.ts';
import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import type { CredentialPool } from '../../shared/credentials/credential-pool.ts';
import { notFound } from '../../shared/host-errors.ts';
import type { MethodOf } from '../../shared/method.ts';
import { refused } from './refusals.ts';

/** Account of a token, learned from responses. */
interface TokenOwner {
  /** Git needs the name. */
  username: string | null;
  /** A user, not a project or a repository. */
  isPerson: boolean;
}

/** One of several tokens. */
export interface DataCenterCredential extends NamedToken {
  readonly client: CredentialClient;
  readonly owner: TokenOwner;
}

/** The state that the parts of the adapter share. */
export interface DataCenter {
  readonly access: DataCenterAccess;
  readonly services: HttpServices;
  readonly client: CredentialClient;
  /** Learned from answers. */
  /** Several tokens, which `client` chooses from; `null`: there is one. */
  readonly pool: CredentialPool<DataCenterCredential> | null;
  /** Of `token`. */
  readonly owner: TokenOwner;
  readonly learned: {
    /** The host's spelling of project keys, by the key in lower case. */
    readonly projectKeys: Map<string, string>;
    /** The host shows no sizes to these credentials, or none at all. */
    hidesSizes: boolean;
    /** A version without `default-branch`. */
    hasOldDefaultBranch: boolean;
  };
}

export type Read = Omit<HttpRequest, 'method' | 'creates'>;

/**
 * A read, with errors for refusals. A Data Center answers 401 for missing authentication and missing permission: the
 * name of the exception distinguishes them.
 * @throws `credentials`, `permission`, and what HttpClient throws
 */
export async function get(dataCenter: DataCenter, request: Read): Promise<HttpResponse> {
  const { client, access } = dataCenter;
  const expected = request.expectedStatuses ?? [];
  const answer = await client.request({
    ...request,
    method: 'GET',
    creates: false,
    expectedStatuses: [...expected, 401, 403],
  });
  const isRefused = answer.status === 401 || answer.status === 403;
  if (!isRefused || expected.includes(answer.status)) return answer;
  throw refused({ answer, access, host: client.host, what: `GET ${request.path}` });
}

export function projectNotFound({ client }: DataCenter, key: string): MigratorError {
  const hint =
    'Use the project key from the URL (…/projects/<KEY>), or ~<user> for personal repositories. The account needs Project Read.';
  return notFound(client.host, `Project ${key}`, hint);
}

export function repositoryNotFound({ client }: DataCenter, fullName: string): MigratorError {
  const hint = 'Discover the project again, or remove the repository from the plan.';
  return notFound(client.host, `Repository ${fullName}`, hint);
}

/** A Data Center still answers to a repository's name from before it was renamed or moved. */
export function renamed({ client }: DataCenter, fullName: string, now: string): MigratorError {
  return new MigratorError('not-found', `${fullName} was renamed on ${client.host}, now ${now}`, {
    hint: 'Discover the project again, or set source in the plan to the new slug.',
  });
}

export function notUnderstood({ client }: DataCenter, what: string): MigratorError {
  return new MigratorError('bad-answer', `${client.host} sent an unexpected response (${what})`, {
    hint: 'Check SRC_DATA_CENTER_URL, and whether a proxy is answering instead.',
  });
}

export type HostMethod<Name extends keyof SourceHost> = MethodOf<DataCenter, SourceHost, Name>;
export type Method<Name extends keyof PullRequestSource> = MethodOf<
  DataCenter,
  PullRequestSource,
  Name
>;
