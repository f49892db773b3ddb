import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { shellValue } from '../../../kernel/format/shell-quote.ts';
import { field, oneLine, textField } from '../../../network/response/response.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { RepositoryPage, SourceHost } from '../../../ports/source-host.ts';
import { isHidden } from '../../shared/host-errors.ts';
import { readPages } from '../http/pages.ts';
import { type DataCenter, projectNotFound } from '../http/reading.ts';
import { api, projectKey } from '../names/names.ts';
import { type DetailFailures, noFailures, readDetails } from './read-details.ts';
import {
  learnProject,
  type RepositoryRow,
  repositorySchema,
  toSourceRepository,
} from './schema.ts';

type ListingRequest = Parameters<SourceHost['listRepositories']>[0];

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
  const { isBrief = false, signal } = request;
  const listing = { dataCenter, seen, failures: noFailures(), isBrief, signal };
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
  throw new MigratorError('usage', '--project works only with Bitbucket Cloud', {
    hint: `On Data Center, --workspace is the project key: --workspace ${shellValue(project)}`,
  });
}

/** Only what says of itself that it is archived: versions without the parameter answer with everything. */
async function* archivedRows(
  dataCenter: DataCenter,
  { key, signal }: { key: string } & Cancellable,
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
          textField(field(row, 'project'), 'key').toLowerCase() === key.toLowerCase(),
      );
    }
  } catch (error) {
    if (!isHidden(error)) throw error;
    dataCenter.services.log(
      'info',
      `Cannot list archived repositories separately: ${error.message}`,
    );
  }
}

interface Listing {
  readonly dataCenter: DataCenter;
  readonly seen: Set<string>;
  readonly failures: DetailFailures;
  readonly name: string;
  readonly isBrief: boolean;
  readonly signal: AbortSignal | undefined;
}

async function toPage(listing: Listing, values: readonly unknown[]): Promise<RepositoryPage> {
  const { dataCenter, seen } = listing;
  const rows: RepositoryRow[] = [];
  const unparsed: string[] = [];
  for (const value of values) {
    const read = repositorySchema.safeParse(value);
    if (!read.success) unparsed.push(leaveOut(listing, value, read.error.issues));
    else if (!seen.has(String(read.data.id))) {
      seen.add(String(read.data.id));
      learnProject(dataCenter, read.data);
      warnOfState(listing, read.data);
      rows.push(read.data);
    }
  }
  return {
    repositories: listing.isBrief
      ? rows.map((row) => toSourceRepository(dataCenter, row, noDetails))
      : await withDetails(listing, rows),
    unparsed,
    workspace: rows[0]?.project.key ?? listing.name,
    total: null,
  };
}

const noDetails = { defaultBranch: null, isDefaultBranchUnknown: true, sizeBytes: null };

/** Repositories whose details are read at the same time. */
const concurrency = 8;

/** The first one alone: it shows what the host cannot answer, which may be slow to fail. */
async function withDetails(
  { dataCenter, failures, signal }: Listing,
  rows: readonly RepositoryRow[],
): Promise<readonly SourceRepository[]> {
  const found = new Map<RepositoryRow, SourceRepository>();
  const read = async (row: RepositoryRow) => {
    const details = await readDetails(dataCenter, row, { failures, signal });
    found.set(row, toSourceRepository(dataCenter, row, details));
  };
  const [first, ...others] = rows;
  if (first !== undefined) await read(first);
  await inParallel(others, { concurrency, signal }, read);
  return rows.flatMap((row) => found.get(row) ?? []);
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
  const label = ['slug', 'name', 'id'].map((key) => field(row, key)).find((value) => value != null);
  const name = oneLine(String(label ?? `item ${seen.size + 1} of the list`), 100);
  dataCenter.services.log(
    'warn',
    `Skipped a repository in ${project} with unexpected data: ${name}`,
    { project, fields: issues.map(({ path }) => path.join('.')) },
  );
  return name;
}
