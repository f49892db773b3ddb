import { bitbucketDataCenterPolicy } from '../../network/host-policies.ts';
import { createHttpClient, type HttpServices } from '../../network/http-client.ts';
import { authorizationHeader } from '../authorization.ts';
import type { DataCenterAccess } from '../source-credentials.ts';
import type { SourceHost } from '../source-host.ts';
import { findRepository } from './find-repository.ts';
import { listProjects } from './list-projects.ts';
import { listRepositories } from './list-repositories.ts';
import { gitUrl } from './names.ts';
import { createPullRequestSource } from './pull-requests.ts';
import { readTextFile } from './read-text-file.ts';
import type { DataCenter } from './reading.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Who Git is to say it is, where nobody knows whose token it is. */
const tokenUser = 'x-token-auth';

/** Bitbucket Data Center (or Server) as a source. It only ever reads. What is a workspace elsewhere is a project here. */
export function createBitbucketDataCenter(options: {
  access: DataCenterAccess;
  services: HttpServices;
  /** Told who the token belongs to: the pair of both must not be shown either. */
  hideUser: (username: string) => void;
}): SourceHost {
  const { access, services, hideUser } = options;
  const dataCenter: DataCenter = {
    access,
    services,
    client: createHttpClient({
      ...services,
      baseUrl: access.baseUrl,
      authorization: authorizationHeader({ scheme: 'bearer', token: access.token }),
      policy: bitbucketDataCenterPolicy,
    }),
    learned: {
      username: null,
      isPerson: false,
      projectKeys: new Map(),
      hidesSizes: false,
      hasOldDefaultBranch: false,
    },
  };
  hideUser(tokenUser);
  return {
    kind: 'bitbucket-data-center',
    hostname: dataCenter.client.host,
    webUrl: access.baseUrl,
    async verifyCredentials(request) {
      const account = await verifyCredentials(dataCenter, request);
      if (account.username !== null) hideUser(account.username);
      return account;
    },
    listWorkspaces: (request) => listProjects(dataCenter, request),
    listRepositories: (request) => listRepositories(dataCenter, request),
    findRepository: (request) => findRepository(dataCenter, request),
    readTextFile: (request) => readTextFile(dataCenter, request),
    gitAccess: (name) => ({
      url: gitUrl(dataCenter, name),
      credential: {
        username: dataCenter.learned.username ?? tokenUser,
        password: access.token,
      },
      // Tokens of a project or a repository are no passwords. Those of a person are, and are seen by fewer eyes that way.
      ...(dataCenter.learned.isPerson ? {} : { bearer: access.token }),
    }),
    pullRequests: createPullRequestSource(dataCenter),
    // Builds are another product's matter there.
    secrets: null,
  };
}
