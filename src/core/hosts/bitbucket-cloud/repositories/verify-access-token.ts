import type { HttpResponse } from '../../../network/http/response.ts';
import { listHeader } from '../../../network/http/response.ts';
import type { Account } from '../../../ports/records/account.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import type { Read } from '../http/reading.ts';
import { type BitbucketCloud, get, workspaceNotFound } from '../http/reading.ts';
import { credentialsRefused, permissionRefused } from '../http/refusals.ts';
import { addressPart, projectFilter, workspacePath } from '../names.ts';

type AccessRequest = Parameters<SourceHost['verifyCredentials']>[0];

/** One repository may be gone or closed; three are no accident. */
const mostProbed = 3;

/**
 * `/2.0/user` refuses access tokens that work, so this tries what will be read: first the workspace; if that is refused
 * the project and repositories, because a token of one of those cannot list the workspace.
 * @throws the refusal of the workspace, if everything else is refused too
 */
export async function verifyAccessToken(
  bitbucket: BitbucketCloud,
  request: AccessRequest,
): Promise<Account> {
  const { workspace, signal } = request;
  const path = `/2.0/repositories/${workspacePath(workspace)}`;
  const whole = await probe(bitbucket, { path, query: { pagelen: 1 }, signal });
  if (whole.status === 200) return accountOf(workspace, whole);
  // 410: a workspace marked as spam is closed to everybody.
  for (const narrower of whole.status === 410 ? [] : narrowerProbes(path, request)) {
    const answer = await probe(bitbucket, { ...narrower, signal });
    if (answer.status === 200) return accountOf(workspace, answer);
  }
  if (whole.status === 404 || whole.status === 410) throw workspaceNotFound(bitbucket, workspace);
  const { client, access } = bitbucket;
  const refused = { host: client.host, variant: access.variant, what: `GET ${path}` };
  const explain = whole.status === 401 ? credentialsRefused : permissionRefused;
  throw explain({ ...refused, answer: whole, isRepository: false });
}

function narrowerProbes(path: string, { project, repositories = [] }: AccessRequest) {
  const filtered = (key: string) => ({ path, query: { pagelen: 1, q: projectFilter(key) } });
  return [
    ...(project === undefined ? [] : [filtered(project)]),
    ...repositories.slice(0, mostProbed).map((slug) => ({
      path: `${path}/${addressPart(slug, 'repository')}`,
      query: { fields: 'slug' },
    })),
  ];
}

function probe(bitbucket: BitbucketCloud, request: Read): Promise<HttpResponse> {
  // A renamed repository redirects, and shows nothing about the token.
  const refusals = [301, 308, 401, 403, 404, 410];
  return get(bitbucket, { ...request, expectedStatuses: refusals });
}

function accountOf(workspace: string, answer: HttpResponse): Account {
  return {
    id: `access-token of ${workspace}`,
    username: null,
    displayName: `access token of ${workspace}`,
    scopes: listHeader(answer, 'x-oauth-scopes'),
  };
}
