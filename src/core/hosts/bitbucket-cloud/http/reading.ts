import { decodeUri } from '../../../kernel/base-url.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { CredentialClient } from '../../../network/http/http-client.ts';
import type { HttpRequest, HttpServices } from '../../../network/http/http-request.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import { type HttpResponse, oneLine } from '../../../network/response/response.ts';
import type {
  BitbucketCloudAccess,
  Identity,
  NamedToken,
} from '../../../ports/credentials/source-access.ts';
import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import type { CredentialPool } from '../../shared/credentials/credential-pool.ts';
import { notFound } from '../../shared/host-errors.ts';
import type { MethodOf } from '../../shared/method.ts';
import { credentialsRefused, permissionRefused } from './refusals.ts';

/** One of several access tokens. */
export interface CloudCredential extends Identity, NamedToken {
  readonly client: CredentialClient;
}

/** The state that the parts of the adapter share. */
export interface BitbucketCloud {
  readonly access: BitbucketCloudAccess;
  readonly services: HttpServices;
  /** With the accepted identity, once known. */
  client: CredentialClient;
  /** A client of the same host with another identity. */
  readonly clientOf: (identity: Identity) => CredentialClient;
  git: BitbucketCloudAccess['git'];
  /** Several access tokens, which `client` chooses from; `null`: there is one credential. */
  readonly pool: CredentialPool<CloudCredential> | null;
  /** Slugs, learned from answers, of workspaces that were named by UUID. */
  readonly workspaceSlugs: Map<string, string>;
}

export interface Read extends Omit<HttpRequest, 'method' | 'creates'> {
  /** For one repository: the credentials may work for all others. */
  readonly isRepository?: boolean;
}

/**
 * A read, with errors for refusals.
 * @throws `credentials` (401), `permission` (403), and what HttpClient throws
 */
export async function get(
  bitbucket: BitbucketCloud,
  { isRepository = false, ...request }: Read,
): Promise<HttpResponse> {
  const { client, access } = bitbucket;
  const expected = request.expectedStatuses ?? [];
  const answer = await client.request({
    ...request,
    method: 'GET',
    creates: false,
    expectedStatuses: [...expected, 401, 403, 410],
  });
  const what = `GET ${request.path}`;
  const refused = { answer, host: client.host, access, what, isRepository };
  const isExpected = expected.includes(answer.status);
  if (answer.status === 401 && !isExpected) throw credentialsRefused(refused);
  if (answer.status === 403 && !isExpected) throw permissionRefused(refused);
  if (answer.status !== 410 || isExpected) return answer;
  if (access.variant === 'app-password') throw credentialsRefused(refused);
  throw statusError(answer, client.host, what);
}

export function learnSlug(bitbucket: BitbucketCloud, asked: string, slug: string): void {
  if (slug !== asked) bitbucket.workspaceSlugs.set(asked, slug);
}

export function workspaceNotFound({ client }: BitbucketCloud, workspace: string): MigratorError {
  const hint =
    'Check the slug in the URL (https://bitbucket.org/<workspace>), and that the account is a member.';
  return notFound(client.host, `Workspace ${workspace}`, hint);
}

export function repositoryNotFound({ client }: BitbucketCloud, fullName: string): MigratorError {
  const hint = 'Discover the workspace again, or remove the repository from the plan.';
  return notFound(client.host, `Repository ${fullName}`, hint);
}

/** Bitbucket redirects from a repository's old name to its new one, or to its UUID. */
export function renamed(
  bitbucket: BitbucketCloud,
  fullName: string,
  { status, headers }: HttpResponse,
): MigratorError {
  const last = (headers.location ?? '').split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1);
  const name = oneLine(decodeUri(last ?? ''), 100);
  const now = name === '' ? '' : `, now ${name}`;
  return new MigratorError(
    'not-found',
    `${fullName} was renamed on ${bitbucket.client.host}${now}`,
    { hint: 'Discover the workspace again, or set source in the plan to the new slug.', status },
  );
}

export function notUnderstood({ client }: BitbucketCloud, what: string): MigratorError {
  return new MigratorError('bad-answer', `${client.host} sent an unexpected response (${what})`, {
    hint: 'Check SRC_API_URL, and whether a proxy is answering instead.',
  });
}

export type HostMethod<Name extends keyof SourceHost> = MethodOf<BitbucketCloud, SourceHost, Name>;
export type Method<Name extends keyof PullRequestSource> = MethodOf<
  BitbucketCloud,
  PullRequestSource,
  Name
>;
