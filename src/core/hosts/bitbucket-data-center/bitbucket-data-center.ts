import { bitbucketDataCenterPolicy } from '../../network/http/host-policies.ts';
import { type CredentialClient, createHttpClient } from '../../network/http/http-client.ts';
import type { HttpServices } from '../../network/http/http-request.ts';
import { authorizationHeader } from '../../ports/credentials/authorization.ts';
import type { DataCenterAccess } from '../../ports/credentials/source-access.ts';
import type { SourceRepositoryName } from '../../ports/pull-request-source.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { OpenShapeNotes } from '../../ports/records/shape-notes.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import { observeShapes } from '../shared/shapes/observe-shapes.ts';
import type { DataCenter } from './http/reading.ts';
import { createDataCenterLock } from './lock/source-lock.ts';
import { gitUrl } from './names/names.ts';
import { createPullRequestSource } from './pull-requests/pull-requests.ts';
import { findRepository } from './repositories/find-repository.ts';
import { listRepositories } from './repositories/list-repositories.ts';
import { listProjects } from './repositories/projects.ts';
import { readTextFile } from './repositories/read-text-file.ts';
import { createSettingsSource } from './settings/settings-source.ts';
import { dataCenterShapes } from './shapes/data-center-shapes.ts';
import { poolOf, verifyTokens } from './token-pool.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Who Git is to say it is, where nobody knows whose token it is. */
const tokenUser = 'x-token-auth';

interface Connecting {
  readonly access: DataCenterAccess;
  readonly services: HttpServices;
  /** Called with the owner of the token: the pair of both must not be shown either. */
  readonly hideUser: (username: string) => void;
  readonly openNotes?: OpenShapeNotes | undefined;
}

/** Bitbucket Data Center (or Server) as a source. It only ever reads. What is a workspace elsewhere is a project here. */
export function createBitbucketDataCenter(options: Connecting): SourceHost {
  const { access } = options;
  const dataCenter = connect(options);
  return {
    kind: 'bitbucket-data-center',
    hostname: dataCenter.client.host,
    credentials: Math.max(1, access.tokens.length),
    webUrl: access.baseUrl,
    verifyCredentials: verifying(dataCenter, options),
    listWorkspaces: (request) => listProjects(dataCenter, request),
    listRepositories: (request) => listRepositories(dataCenter, request),
    findRepository: (request) => findRepository(dataCenter, request),
    readTextFile: (request) => readTextFile(dataCenter, request),
    listCommitAuthors: null,
    gitAccess: (name) => gitAccessOf(dataCenter, name),
    pullRequests: createPullRequestSource(dataCenter),
    // Builds are another product's matter there.
    secrets: null,
    listSchedules: null,
    settings: createSettingsSource(dataCenter),
  };
}

/** The same host, for the cut-over, which writes to it. */
export function createDataCenterSourceLock(options: Connecting): SourceLock {
  // Writes use one token; reads may use others.
  const { access } = options;
  const first = { ...options, access: { ...access, tokens: access.tokens.slice(0, 1) } };
  const dataCenter = connect(first);
  return {
    ...createDataCenterLock(dataCenter, (name) => gitAccessOf(dataCenter, name)),
    verifyCredentials: verifying(dataCenter, first),
  };
}

function connect({ access, services, hideUser, openNotes }: Connecting): DataCenter {
  hideUser(tokenUser);
  const clientOf = (token: string): CredentialClient =>
    createHttpClient({
      ...services,
      baseUrl: access.baseUrl,
      authorization: authorizationHeader({ scheme: 'bearer', token }),
      policy: bitbucketDataCenterPolicy,
    });
  const pool = poolOf(access, services, clientOf);
  const client = pool?.client ?? clientOf(access.token);
  return {
    ...{ access, services, pool },
    owner: pool?.credentials[0]?.owner ?? { username: null, isPerson: false },
    client: observeShapes(client, dataCenterShapes, openNotes?.(access.kind, client.host)),
    learned: { projectKeys: new Map(), hidesSizes: false, hasOldDefaultBranch: false },
  };
}

function verifying(
  dataCenter: DataCenter,
  { hideUser }: Connecting,
): SourceHost['verifyCredentials'] {
  return async (request) => {
    const { pool } = dataCenter;
    const account = await (pool === null
      ? verifyCredentials(dataCenter, request)
      : verifyTokens(dataCenter, pool, request));
    const owners = pool === null ? [dataCenter.owner] : pool.credentials.map(({ owner }) => owner);
    for (const { username } of owners) if (username !== null) hideUser(username);
    return account;
  };
}

function gitAccessOf(dataCenter: DataCenter, name: SourceRepositoryName): GitAccess {
  const { access, pool, owner: own } = dataCenter;
  const repository = `${name.workspace}/${name.slug}`.toLowerCase();
  const { token, owner } = pool?.credentialFor(repository) ?? { token: access.token, owner: own };
  return {
    url: gitUrl({ access }, name),
    credential: { username: owner.username ?? tokenUser, password: token },
    // Tokens of a project or a repository are no passwords. Those of a person are, and are seen by fewer eyes that way.
    ...(owner.isPerson ? {} : { bearer: token }),
  };
}
