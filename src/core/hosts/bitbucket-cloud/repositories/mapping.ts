import type { Log } from '../../../network/http/http-request.ts';
import { field, oneLine } from '../../../network/response/response.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { RepositoryPage } from '../../../ports/source-host.ts';
import { workspaceSlug } from '../names/names.ts';
import { type RepositoryRow, repositorySchema } from './schema.ts';

export interface MappingContext {
  /** The requested slug or UUID. */
  readonly workspace: string;
  /** `https://bitbucket.org` */
  readonly gitUrl: string;
}

/** Ignores the row's links: addresses are built from workspace and slug. */
export function toSourceRepository(row: RepositoryRow, context: MappingContext): SourceRepository {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name === '' ? row.slug : row.name,
    description: row.description,
    visibility: row.is_private ? 'private' : 'public',
    defaultBranch: row.mainbranch?.name ?? null,
    sizeBytes: row.size,
    project: row.project,
    forkOf: row.parent?.full_name ?? null,
    language: row.language === '' ? null : row.language,
    // Bitbucket Cloud has neither.
    archived: false,
    topics: [],
    createdAt: row.created_on,
    updatedAt: row.updated_on,
    webUrl: `${context.gitUrl}/${encodeURI(workspaceSlug(context.workspace, row))}/${row.slug}`,
  };
}

/** Leaves out, names and logs rows that cannot be parsed: they must not end the list. */
export function toSourceRepositories(
  rows: readonly unknown[],
  context: MappingContext & {
    readonly log: Log;
    /** Rows on earlier pages. */
    readonly before: number;
  },
): Omit<RepositoryPage, 'total'> {
  let { workspace } = context;
  const repositories: SourceRepository[] = [];
  const unparsed: string[] = [];
  for (const [index, row] of rows.entries()) {
    const parsed = repositorySchema.safeParse(row);
    if (parsed.success) {
      repositories.push(toSourceRepository(parsed.data, context));
      workspace = workspaceSlug(workspace, parsed.data);
      continue;
    }
    const name = nameOf(row) ?? `item ${context.before + index + 1} of the list`;
    unparsed.push(name);
    const wrong = parsed.error.issues.map((issue) => issue.path.join('.'));
    context.log('warn', `Skipped a repository in ${workspace} with unexpected data: ${name}`, {
      workspace,
      fields: wrong,
    });
  }
  return { repositories, unparsed, workspace };
}

function nameOf(row: unknown): string | null {
  for (const key of ['slug', 'full_name', 'name']) {
    const value = field(row, key);
    const name = typeof value === 'string' ? oneLine(value, 100) : '';
    if (name !== '') return name;
  }
  return null;
}
