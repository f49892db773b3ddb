import type { Query } from '../../../kernel/base-url.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import { field, listHeader } from '../../../network/response/response.ts';
import type { Account } from '../../../ports/records/account.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import type { Proven } from '../../shared/credentials/pool-member.ts';
import type { Read } from '../http/reading.ts';
import { type BitbucketCloud, get, workspaceNotFound } from '../http/reading.ts';
import { credentialsRefused, permissionRefused } from '../http/refusals.ts';
import { addressPart, projectFilter, workspacePath } from '../names/names.ts';

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
  mostRepositories = mostProbed,
): Promise<{ readonly account: Account; readonly proven: Proven }> {
  const { workspace, signal } = request;
  const path = `/2.0/repositories/${workspacePath(workspace)}`;
  const listing = { path, query: { pagelen: 1 } };
  const whole = await probe(bitbucket, { ...listing, signal });
  if (whole.status === 200) {
    const proven = { lists: Number.POSITIVE_INFINITY, read: listing };
    return { account: accountOf(workspace, whole), proven };
  }
  // 410: a workspace marked as spam is closed to everybody.
  const narrower = whole.status === 410 ? [] : narrowerProbes(path, request, mostRepositories);
  for (const { isList, ...read } of narrower) {
    const answer = await probe(bitbucket, { ...read, signal });
    if (answer.status !== 200) continue;
    const proven = { lists: isList ? sizeOf(answer) : 0, read };
    return { account: accountOf(workspace, answer), proven };
  }
  if (whole.status === 404 || whole.status === 410) throw workspaceNotFound(bitbucket, workspace);
  const { client, access } = bitbucket;
  const refused = { host: client.host, access, what: `GET ${path}` };
  const explain = whole.status === 401 ? credentialsRefused : permissionRefused;
  throw explain({ ...refused, answer: whole, isRepository: false });
}

function narrowerProbes(
  path: string,
  { project, repositories = [] }: AccessRequest,
  most: number,
): readonly { readonly path: string; readonly query: Query; readonly isList: boolean }[] {
  const filtered = (key: string) => ({ path, query: { pagelen: 1, q: projectFilter(key) } });
  return [
    ...(project === undefined ? [] : [{ ...filtered(project), isList: true }]),
    ...repositories.slice(0, most).map((slug) => ({
      path: `${path}/${addressPart(slug, 'repository')}`,
      query: { fields: 'slug' },
      isList: false,
    })),
  ];
}

/** How many repositories a list has, as far as the host says. */
function sizeOf({ json }: HttpResponse): number {
  const size = field(json, 'size');
  return typeof size === 'number' && size > 0 ? size : 1;
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
