import { hasCode } from '../../kernel/errors.ts';
import { bitbucketCloudPolicy } from '../../network/http/host-policies.ts';
import { type CredentialClient, createHttpClient } from '../../network/http/http-client.ts';
import { listHeader } from '../../network/response/response.ts';
import { authorizationHeader } from '../../ports/credentials/authorization.ts';
import type { Identity } from '../../ports/credentials/source-access.ts';
import type { PipelineRunner } from '../../ports/pipeline-runner.ts';
import type { SourceRepositoryName } from '../../ports/pull-request-source.ts';
import type { Account } from '../../ports/records/account.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { OpenShapeNotes } from '../../ports/records/shape-notes.ts';
import type { Cancellable } from '../../ports/records/target-address.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import { observeShapes } from '../shared/shapes/observe-shapes.ts';
import type { HostMethod } from './http/reading.ts';
import { type BitbucketCloud, get, learnSlug, notUnderstood, renamed } from './http/reading.ts';
import { pullRequestScopeMissing } from './http/refusals.ts';
import { createCloudLock } from './lock/source-lock.ts';
import { addressPart, repositoryPath, workspaceSlug } from './names/names.ts';
import { createPipelineRunner } from './pipelines/pipeline-runner.ts';
import { createScheduleReader } from './pipelines/schedules.ts';
import { createSecretSource } from './pipelines/secrets.ts';
import { createPullRequestSource } from './pull-requests/pull-requests.ts';
import { listCommitAuthors } from './repositories/commit-authors.ts';
import { listRepositories } from './repositories/listing.ts';
import { toSourceRepository } from './repositories/mapping.ts';
import { readTextFile } from './repositories/read-text-file.ts';
import { repositoryFields, repositorySchema, userSchema } from './repositories/schema.ts';
import { verifyAccessToken } from './repositories/verify-access-token.ts';
import { listWorkspaces } from './repositories/workspaces.ts';
import { createSettingsSource } from './settings/settings-source.ts';
import { cloudShapes } from './shapes/cloud-shapes.ts';
import { poolOf, verifyTokens } from './token-pool.ts';

type Connecting = Pick<BitbucketCloud, 'access' | 'services'> & {
  readonly openNotes?: OpenShapeNotes | undefined;
};

/** Bitbucket Cloud as a source. It only ever reads. */
export function createBitbucketCloud(options: Connecting): SourceHost {
  const { access } = options;
  const bitbucket = connect(options);
  return {
    kind: 'bitbucket-cloud',
    hostname: bitbucket.client.host,
    credentials: Math.max(1, access.tokens.length),
    webUrl: access.gitUrl,
    verifyCredentials: (request) => verifyCredentials(bitbucket, request),
    listWorkspaces: (request) => listWorkspaces(bitbucket, request),
    listRepositories: (request) => listRepositories(bitbucket, request),
    findRepository: (request) => findRepository(bitbucket, request),
    readTextFile: (request) => readTextFile(bitbucket, request),
    listCommitAuthors: (request) => listCommitAuthors(bitbucket, request),
    gitAccess: (name) => gitAccessOf(bitbucket, name),
    pullRequests: createPullRequestSource(bitbucket),
    secrets: createSecretSource(bitbucket),
    listSchedules: createScheduleReader(bitbucket),
    settings: createSettingsSource(bitbucket),
  };
}

/** The same host, for the one command that writes to it. */
export function createBitbucketPipelines(options: Connecting): PipelineRunner {
  const bitbucket = connect(withFirst(options));
  return {
    ...createPipelineRunner(bitbucket),
    verifyCredentials: (request) => verifyCredentials(bitbucket, request),
  };
}

/** The same host, for the cut-over, which writes to it. */
export function createBitbucketCloudLock(options: Connecting): SourceLock {
  const bitbucket = connect(withFirst(options));
  return {
    ...createCloudLock(bitbucket, (name) => gitAccessOf(bitbucket, name)),
    verifyCredentials: (request) => verifyCredentials(bitbucket, request),
  };
}

/** Writes use one credential; reads may use others. */
function withFirst(options: Connecting): Connecting {
  const { access } = options;
  return { ...options, access: { ...access, tokens: access.tokens.slice(0, 1) } };
}

function gitAccessOf(
  { access, pool, git, workspaceSlugs }: BitbucketCloud,
  { workspace, slug }: SourceRepositoryName,
): GitAccess {
  const owner = addressPart(workspaceSlugs.get(workspace) ?? workspace, 'workspace');
  const url = `${access.gitUrl}/${owner}/${addressPart(slug, 'repository')}.git`;
  const chosen = pool?.credentialFor(`${workspace}/${slug}`.toLowerCase());
  return { url, credential: chosen?.git ?? git };
}

function connect({ access, services, openNotes }: Connecting): BitbucketCloud {
  const unobserved = (identity: Identity): CredentialClient =>
    createHttpClient({
      ...services,
      baseUrl: access.apiUrl,
      authorization: authorizationHeader(identity.authorization),
      policy: bitbucketCloudPolicy,
    });
  const observed = (client: CredentialClient) =>
    observeShapes(client, cloudShapes, openNotes?.(access.kind, client.host));
  const clientOf = (identity: Identity) => observed(unobserved(identity));
  const pool = poolOf(access, services, unobserved);
  const client = pool === null ? clientOf(access) : observed(pool.client);
  return { access, services, client, clientOf, git: access.git, pool, workspaceSlugs: new Map() };
}

const verifyCredentials: HostMethod<'verifyCredentials'> = async (bitbucket, request) => {
  const account = await verifyAny(bitbucket, request);
  if (request.forPullRequests === true) checkPullRequestScope(bitbucket, account);
  return account;
};

async function verifyAny(
  bitbucket: BitbucketCloud,
  request: Parameters<SourceHost['verifyCredentials']>[0],
): Promise<Account> {
  if (bitbucket.pool !== null) return verifyTokens(bitbucket, bitbucket.pool, request);
  if (bitbucket.access.variant !== 'access-token') return verifyEither(bitbucket, request);
  return (await verifyAccessToken(bitbucket, request)).account;
}

/** Keeps the identity that the host accepts; where it accepts neither, throws the first refusal. */
async function verifyEither(bitbucket: BitbucketCloud, request: Cancellable): Promise<Account> {
  const { access, clientOf } = bitbucket;
  try {
    return await verifyUser(bitbucket, request);
  } catch (refusal) {
    const isRefused = hasCode(refusal, 'credentials');
    if (access.otherwise === undefined || !isRefused) throw refusal;
    const other = { ...bitbucket, client: clientOf(access.otherwise) };
    const account = await verifyUser(other, request).catch(() => {
      throw refusal;
    });
    bitbucket.client = other.client;
    bitbucket.git = access.otherwise.git;
    return account;
  }
}

async function verifyUser(bitbucket: BitbucketCloud, { signal }: Cancellable): Promise<Account> {
  const answer = await get(bitbucket, { path: '/2.0/user', signal });
  const user = userSchema.safeParse(answer.json);
  if (!user.success) throw notUnderstood(bitbucket, 'GET /2.0/user');
  const { uuid, username, nickname, display_name } = user.data;
  await bitbucket.client.shareBudget(uuid);
  return {
    id: uuid,
    username,
    displayName: display_name ?? nickname ?? username ?? uuid,
    scopes: listHeader(answer, 'x-oauth-scopes'),
  };
}

/** Where the host reports no scopes, the first request for a pull request shows what is missing. */
function checkPullRequestScope({ access, client }: BitbucketCloud, account: Account): void {
  const reads = ({ scopes }: Pick<Account, 'scopes'>) =>
    scopes === null || scopes.some((scope) => pullRequestScopes.has(scope));
  // Of several credentials one is enough: what it alone may read is read with it.
  if ((account.credentials ?? [account]).some(reads)) return;
  throw pullRequestScopeMissing({ host: client.host, access });
}

const pullRequestScopes: ReadonlySet<string> = new Set([
  'read:pullrequest:bitbucket',
  'pullrequest',
  // Only the scopes of access tokens and app passwords include one another.
  'pullrequest:write',
]);

/** Permanent ones: a temporary redirect comes from a sign-in page or a gateway. */
const redirects = [301, 308];

const findRepository: HostMethod<'findRepository'> = async (bitbucket, request) => {
  const { workspace, slug, signal } = request;
  const path = repositoryPath({ workspace, slug });
  const answer = await get(bitbucket, {
    path,
    query: { fields: repositoryFields.join(',') },
    expectedStatuses: [404, ...redirects],
    isRepository: true,
    signal,
  });
  if (answer.status === 404) return null;
  if (redirects.includes(answer.status)) throw renamed(bitbucket, `${workspace}/${slug}`, answer);
  const row = repositorySchema.safeParse(answer.json);
  if (!row.success) throw notUnderstood(bitbucket, `GET ${path}`);
  learnSlug(bitbucket, workspace, workspaceSlug(workspace, row.data));
  return toSourceRepository(row.data, { workspace, gitUrl: bitbucket.access.gitUrl });
};
