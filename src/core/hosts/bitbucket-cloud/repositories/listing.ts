import type { HttpClient } from '../../../network/http/http-client.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { followPages, type Page } from '../../../network/http/pagination.ts';
import type { RepositoryPage, SourceHost } from '../../../ports/source-host.ts';
import { publicOrigin } from '../http/pages.ts';
import { type BitbucketCloud, get, learnSlug, workspaceNotFound } from '../http/reading.ts';
import { projectFilter, workspacePath } from '../names.ts';
import { toSourceRepositories } from './mapping.ts';
import { repositoryFields } from './schema.ts';

type ListingRequest = Parameters<SourceHost['listRepositories']>[0];

/** Bitbucket's largest page. */
const pageLength = 100;

/** Pages in the order of creation, so that new repositories come last. Returns rows that deletions shifted once. */
export async function* listRepositories(
  bitbucket: BitbucketCloud,
  request: ListingRequest,
): AsyncGenerator<RepositoryPage> {
  const { workspace } = request;
  const context = { workspace, gitUrl: bitbucket.access.gitUrl, log: bitbucket.services.log };
  const seen = new Set<string>();
  let total: number | null = null;
  let before = 0;
  let notUnderstood = 0;
  let name = workspace;
  for await (const page of rows(bitbucket, request)) {
    const { leftOut, ...mapped } = toSourceRepositories(page.values, { ...context, before });
    learnSlug(bitbucket, workspace, mapped.workspace);
    total = page.size ?? total;
    before += page.values.length;
    const repositories = mapped.repositories.filter(({ id }) => seen.size < seen.add(id).size);
    notUnderstood += leftOut.length;
    name = mapped.workspace;
    yield { repositories, leftOut, workspace: name, total };
  }
  const missing = (total ?? 0) - seen.size - notUnderstood;
  if (missing <= 0) return;
  const { host } = bitbucket.client;
  // Deleted meanwhile, or hidden from these credentials: the caller must know that the list may be incomplete.
  context.log('warn', `${host} reports ${total} repositories in ${name} but lists ${seen.size}`);
  const leftOut = [`${missing} that ${host} reports but does not list`];
  yield { repositories: [], leftOut, workspace: name, total };
}

function rows(bitbucket: BitbucketCloud, request: ListingRequest): AsyncGenerator<Page> {
  const fields = ['next', 'size', ...repositoryFields.map((name) => `values.${name}`)];
  const { workspace, project, signal } = request;
  return followPages({
    client: listingClient(bitbucket, workspace),
    publicOrigin,
    first: {
      path: `/2.0/repositories/${workspacePath(workspace)}`,
      query: {
        pagelen: pageLength,
        sort: 'created_on',
        q: project === undefined ? undefined : projectFilter(project),
        fields: fields.join(','),
      },
      signal,
    },
  });
}

/** The adapter's client, without `fields` where the host refuses them. */
function listingClient(bitbucket: BitbucketCloud, workspace: string): HttpClient {
  const { host } = bitbucket.client;
  async function request(options: HttpRequest): ReturnType<HttpClient['request']> {
    const fields = options.query?.fields;
    const expectedStatuses = fields === undefined ? [404, 410] : [400, 404, 410];
    const answer = await get(bitbucket, { ...options, expectedStatuses });
    if (answer.status === 404 || answer.status === 410) {
      throw workspaceNotFound(bitbucket, workspace);
    }
    if (answer.status !== 400) return answer;
    const { fields: _, ...query } = options.query ?? {};
    return request({ ...options, query });
  }
  return { host, request };
}
