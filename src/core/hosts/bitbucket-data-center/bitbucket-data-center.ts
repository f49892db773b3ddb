import { bitbucketDataCenterPolicy } from '../../network/host-policies.ts';
import { createHttpClient } from '../../network/http/http-client.ts';
import type { HttpServices } from '../../network/http/http-request.ts';
import { authorizationHeader } from '../../ports/credentials/authorization.ts';
import type { DataCenterAccess } from '../../ports/credentials/source-credentials.ts';
import type { SourceRepositoryName } from '../../ports/pull-request-source.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { OpenShapeNotes } from '../../ports/records/shape-notes.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import { observeShapes } from '../shared/shapes/observe-shapes.ts';
import type { DataCenter } from './http/reading.ts';
import { verifyCredentials } from './http/verify-credentials.ts';
import { createDataCenterLock } from './lock/source-lock.ts';
import { gitUrl } from './names.ts';
import { createPullRequestSource } from './pull-requests/pull-requests.ts';
import { findRepository } from './repositories/find-repository.ts';
import { listRepositories } from './repositories/list-repositories.ts';
import { listProjects } from './repositories/projects.ts';
import { readTextFile } from './repositories/read-text-file.ts';
import { createSettingsSource } from './settings/settings-source.ts';
import { dataCenterShapes } from './shapes/data-center-shapes.ts';

/** Who Git is to say it is, where nobody knows whose token it is. */
const tokenUser = 'x-token-auth';

interface Connecting {
  readonly access: DataCenterAccess;
  readonly services: HttpServices;
  /** Told who the token belongs to: the pair of both must not be shown either. */
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
    webUrl: access.baseUrl,
    verifyCredentials: verifying(dataCenter, options),
    listWorkspaces: (request) => listProjects(dataCenter, request),
    listRepositories: (request) => listRepositories(dataCenter, request),
    findRepository: (request) => findRepository(dataCenter, request),
    readTextFile: (request) => readTextFile(dataCenter, request),
    gitAccess: (name) => gitAccessOf(dataCenter, name),
    pullRequests: createPullRequestSource(dataCenter),
    // Builds are another product's matter there.
    secrets: null,
    settings: createSettingsSource(dataCenter),
  };
}

/** The same host, for the cut-over, which writes to it. */
export function createDataCenterSourceLock(options: Connecting): SourceLock {
  const dataCenter = connect(options);
  return {
    ...createDataCenterLock(dataCenter, (name) => gitAccessOf(dataCenter, name)),
    verifyCredentials: verifying(dataCenter, options),
  };
}

function connect({ access, services, hideUser, openNotes }: Connecting): DataCenter {
  hideUser(tokenUser);
  const client = createHttpClient({
    ...services,
    baseUrl: access.baseUrl,
    authorization: authorizationHeader({ scheme: 'bearer', token: access.token }),
    policy: bitbucketDataCenterPolicy,
  });
  return {
    access,
    services,
    client: observeShapes(client, dataCenterShapes, openNotes?.(access.kind, client.host)),
    learned: {
      username: null,
      isPerson: false,
      projectKeys: new Map(),
      hidesSizes: false,
      hasOldDefaultBranch: false,
    },
  };
}

function verifying(
  dataCenter: DataCenter,
  { hideUser }: Connecting,
): SourceHost['verifyCredentials'] {
  return async (request) => {
    const account = await verifyCredentials(dataCenter, request);
    if (account.username !== null) hideUser(account.username);
    return account;
  };
}

function gitAccessOf({ access, learned }: DataCenter, name: SourceRepositoryName): GitAccess {
  return {
    url: gitUrl({ access }, name),
    credential: { username: learned.username ?? tokenUser, password: access.token },
    // Tokens of a project or a repository are no passwords. Those of a person are, and are seen by fewer eyes that way.
    ...(learned.isPerson ? {} : { bearer: access.token }),
  };
}
