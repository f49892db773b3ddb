import type { CredentialClient } from '../../network/http/http-client.ts';
import type { HttpServices } from '../../network/http/http-request.ts';
import { field, type HttpResponse } from '../../network/response/response.ts';
import type { DataCenterAccess } from '../../ports/credentials/source-access.ts';
import type { Account } from '../../ports/records/account.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { accountOfAll } from '../shared/credentials/account-of-all.ts';
import { CredentialPool } from '../shared/credentials/credential-pool.ts';
import type { Proven } from '../shared/credentials/pool-member.ts';
import { type DataCenter, type DataCenterCredential, get } from './http/reading.ts';
import { refused } from './http/refusals.ts';
import { api, projectKey, repositoryAddress } from './names/names.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Several tokens as one credential; `null` where there is one. */
export function poolOf(
  access: DataCenterAccess,
  { clock, log }: Pick<HttpServices, 'clock' | 'log'>,
  clientOf: (token: string) => CredentialClient,
): CredentialPool<DataCenterCredential> | null {
  const [first, ...others] = access.tokens.map((named): DataCenterCredential => {
    const owner = { username: null, isPerson: false };
    return { ...named, owner, client: clientOf(named.token) };
  });
  if (first === undefined || others.length === 0) return null;
  const { host } = first.client;
  return new CredentialPool({
    credentials: [first, ...others],
    clock,
    repositoryOf,
    // 401 is also the answer to a valid token that may not read something.
    isGone: (answer) =>
      answer.status === 401 && refused({ answer, access, host, what: '' }).code === 'credentials',
    warn: (message) => log('warn', message),
  });
}

/** `pay/ledger` of any path below `/projects/PAY/repos/ledger`. */
function repositoryOf(path: string): string | null {
  const [, key, slug] = /\/projects\/([^/?#]+)\/repos\/([^/?#]+)/.exec(path) ?? [];
  return key === undefined ? null : `${key}/${slug}`.toLowerCase();
}

type AccessRequest = Parameters<SourceHost['verifyCredentials']>[0];

/** All tokens, each by itself. @throws the refusal of the first that is refused, naming it */
export async function verifyTokens(
  dataCenter: DataCenter,
  pool: CredentialPool<DataCenterCredential>,
  request: AccessRequest,
): Promise<Account> {
  const checked = await pool.verifyEach(async (credential) => {
    const access = { ...dataCenter.access, tokens: [credential] };
    const one = { ...dataCenter, ...credential, access };
    const account = await verifyCredentials(one, request);
    return { account, proven: await findReach(one, request) };
  });
  return accountOfAll(checked);
}

/** A token of one repository says nothing of others: so many of a plan are tried for each. */
const mostRepositories = 25;

/**
 * Finds what a token opens of what will be read: lists show no more than that.
 * @throws the refusal of the project, if all that is tried is refused
 */
async function findReach(
  dataCenter: DataCenter,
  { workspace, repositories = [], signal }: AccessRequest,
): Promise<Proven> {
  const isNamed = workspace !== '';
  const path = isNamed ? `${api}/projects/${projectKey(workspace)}/repos` : `${api}/projects`;
  const listing = { path, query: { limit: 1000 } };
  const list = await get(dataCenter, { ...listing, expectedStatuses: [401, 403, 404], signal });
  const size = sizeOf(list);
  if (list.status === 200 && (size > 0 || repositories.length === 0)) {
    return { lists: size, read: listing };
  }
  for (const slug of isNamed ? repositories.slice(0, mostRepositories) : []) {
    const read = { path: repositoryAddress(dataCenter, { workspace, slug }).apiPath };
    const found = await get(dataCenter, { ...read, expectedStatuses: [401, 403, 404], signal });
    if (found.status === 200) return { lists: 0, read };
  }
  // A project that is gone is said by what reads it.
  if (list.status === 200 || list.status === 404) return { lists: 0, read: listing };
  const { access, client } = dataCenter;
  throw refused({ answer: list, access, host: client.host, what: `GET ${path}` });
}

function sizeOf({ json }: HttpResponse): number {
  const size = field(json, 'size');
  return typeof size === 'number' ? size : 0;
}
