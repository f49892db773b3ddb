import { MigratorError } from '../../errors.ts';
import { field, oneLine } from '../../network/answer.ts';
import type { RepositoryPage } from '../source-host.ts';
import { learnProject, toSourceRepository } from './mapping.ts';
import { api, projectKey } from './names.ts';
import { readPages } from './pages.ts';
import { readDetails } from './read-details.ts';
import { type DataCenter, projectNotFound } from './reading.ts';
import { type RepositoryRow, repositorySchema } from './schema.ts';

interface ListingRequest {
  /** The key of a project, or `~` and the slug of a person. */
  readonly workspace: string;
  readonly project?: string;
  readonly signal?: AbortSignal;
}

/**
 * The repositories of a project, and after them those that are archived: some versions leave them out of the first list. Of
 * each the default branch and the size are asked for.
 */
export async function* listRepositories(
  dataCenter: DataCenter,
  request: ListingRequest,
): AsyncGenerator<RepositoryPage> {
  refuseProject(request);
  const key = projectKey(request.workspace);
  const seen = new Set<string>();
  const listing = { dataCenter, seen, signal: request.signal };
  const repositories = readPages(dataCenter, {
    path: `${api}/projects/${key}/repos`,
    refusals: { 404: () => projectNotFound(dataCenter, key) },
    signal: request.signal,
  });
  let name = key;
  for await (const { values } of repositories) {
    const page = await toPage({ ...listing, name }, values);
    name = page.workspace;
    yield page;
  }
  for await (const values of archivedRows(dataCenter, { key: name, signal: request.signal })) {
    const page = await toPage({ ...listing, name }, values);
    if (page.repositories.length > 0) yield page;
  }
}

function refuseProject({ project, workspace }: ListingRequest): void {
  if (project === undefined || project.toLowerCase() === workspace.toLowerCase()) return;
  throw new MigratorError(
    'usage',
    '--project is for the projects of a workspace of Bitbucket Cloud',
    {
      hint: `On a Data Center --workspace takes the key of the project: --workspace ${project}`,
    },
  );
}

/** Only what says of itself that it is archived: versions without the parameter answer with everything. */
async function* archivedRows(
  dataCenter: DataCenter,
  { key, signal }: { key: string; signal: AbortSignal | undefined },
): AsyncGenerator<readonly unknown[]> {
  const pages = readPages(dataCenter, {
    path: `${api}/repos`,
    query: { projectkey: key, archived: 'ARCHIVED' },
    signal,
  });
  try {
    for await (const { values } of pages) {
      yield values.filter(
        (row) =>
          field(row, 'archived') === true &&
          String(field(field(row, 'project'), 'key') ?? '').toLowerCase() === key.toLowerCase(),
      );
    }
  } catch (error) {
    if (!(error instanceof MigratorError) || !hidingCodes.includes(error.code)) throw error;
    dataCenter.services.log('info', `Archived repositories are not listed apart: ${error.message}`);
  }
}

const hidingCodes: readonly string[] = ['credentials', 'permission', 'not-found', 'refused'];

interface Listing {
  readonly dataCenter: DataCenter;
  readonly seen: Set<string>;
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

async function toPage(listing: Listing, values: readonly unknown[]): Promise<RepositoryPage> {
  const { dataCenter, seen, signal } = listing;
  const rows: RepositoryRow[] = [];
  const leftOut: string[] = [];
  for (const value of values) {
    const read = repositorySchema.safeParse(value);
    if (!read.success) leftOut.push(leaveOut(listing, value, read.error.issues));
    else if (!seen.has(String(read.data.id))) {
      seen.add(String(read.data.id));
      learnProject(dataCenter, read.data);
      warnOfState(listing, read.data);
      rows.push(read.data);
    }
  }
  // The pace lets so many through at a time.
  const repositories = await Promise.all(
    rows.map(async (row) =>
      toSourceRepository(dataCenter, row, await readDetails(dataCenter, row, signal)),
    ),
  );
  return {
    repositories,
    leftOut,
    workspace: rows[0]?.project.key ?? listing.name,
    total: null,
  };
}

function warnOfState({ dataCenter }: Listing, { state, slug, project }: RepositoryRow): void {
  if (state === '' || state === 'AVAILABLE') return;
  const name = `${project.key}/${slug}`;
  dataCenter.services.log('warn', `${name} is ${oneLine(state, 40)} on ${dataCenter.client.host}`);
}

function leaveOut(
  { dataCenter, name: project, seen }: Listing,
  row: unknown,
  issues: readonly { readonly path: readonly PropertyKey[] }[],
): string {
  const told = ['slug', 'name', 'id'].map((key) => field(row, key)).find((value) => value != null);
  const name = oneLine(String(told ?? `number ${seen.size + 1} of the list`), 100);
  dataCenter.services.log(
    'warn',
    `A repository of ${project} was left out, because it cannot be understood: ${name}`,
    { project, fields: issues.map(({ path }) => path.join('.')) },
  );
  return name;
}
