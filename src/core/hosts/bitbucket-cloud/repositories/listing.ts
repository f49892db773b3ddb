import type { Page } from '../../../network/http/pagination.ts';
import type { RepositoryPage, SourceHost } from '../../../ports/source-host.ts';
import { readPages } from '../http/pages.ts';
import { type BitbucketCloud, learnSlug, workspaceNotFound } from '../http/reading.ts';
import { projectFilter, workspacePath } from '../names/names.ts';
import { toSourceRepositories } from './mapping.ts';
import { repositoryFields } from './schema.ts';

type ListingRequest = Parameters<SourceHost['listRepositories']>[0];

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
    const { unparsed, ...mapped } = toSourceRepositories(page.values, { ...context, before });
    learnSlug(bitbucket, workspace, mapped.workspace);
    total = page.size ?? total;
    before += page.values.length;
    const repositories = mapped.repositories.filter(({ id }) => seen.size < seen.add(id).size);
    notUnderstood += unparsed.length;
    name = mapped.workspace;
    yield { repositories, unparsed, workspace: name, total };
  }
  const missing = (total ?? 0) - seen.size - notUnderstood;
  if (missing <= 0) return;
  const { host } = bitbucket.client;
  // Deleted meanwhile, or hidden from these credentials: the caller must know that the list may be incomplete.
  context.log('warn', `${host} reports ${total} repositories in ${name} but lists ${seen.size}`);
  const unparsed = [`${missing} that ${host} reports but does not list`];
  yield { repositories: [], unparsed, workspace: name, total };
}

function rows(bitbucket: BitbucketCloud, request: ListingRequest): AsyncGenerator<Page> {
  const { workspace, project, signal } = request;
  const isGone = () => workspaceNotFound(bitbucket, workspace);
  return readPages(bitbucket, {
    path: `/2.0/repositories/${workspacePath(workspace)}`,
    query: {
      sort: 'created_on',
      q: project === undefined ? undefined : projectFilter(project),
    },
    fields: ['next', 'size', ...repositoryFields.map((name) => `values.${name}`)],
    // Bitbucket's largest page.
    pageLengths: [100],
    refusals: { 404: isGone, 410: isGone },
    isRepository: false,
    signal,
  });
}
