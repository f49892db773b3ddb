import type { Log } from '../../../network/http/http-request.ts';
import { field, oneLine } from '../../../network/http/response.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { workspaceSlug } from '../names.ts';
import { type RepositoryRow, repositorySchema } from './schema.ts';

export interface MappingContext {
  /** As it was asked for: its slug or its UUID. */
  readonly workspace: string;
  /** Where people open repositories: https://bitbucket.org. */
  readonly gitUrl: string;
}

/** A row of Bitbucket's in neutral words. Its links are not used: addresses are made from workspace and slug. */
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
    // Bitbucket Cloud knows neither.
    archived: false,
    topics: [],
    createdAt: row.created_on,
    updatedAt: row.updated_on,
    webUrl: `${context.gitUrl}/${encodeURI(workspaceSlug(context.workspace, row))}/${row.slug}`,
  };
}

interface MappedRows {
  readonly repositories: readonly SourceRepository[];
  readonly leftOut: readonly string[];
  /** The workspace's slug, as soon as a row has told it. */
  readonly workspace: string;
}

/** The rows that can be understood; one that cannot is left out, named and logged, because it must not end the list. */
export function toSourceRepositories(
  rows: readonly unknown[],
  context: MappingContext & {
    readonly log: Log;
    /** How many rows came on earlier pages. */
    readonly before: number;
  },
): MappedRows {
  let { workspace } = context;
  const repositories: SourceRepository[] = [];
  const leftOut: string[] = [];
  for (const [index, row] of rows.entries()) {
    const parsed = repositorySchema.safeParse(row);
    if (parsed.success) {
      repositories.push(toSourceRepository(parsed.data, context));
      workspace = workspaceSlug(workspace, parsed.data);
      continue;
    }
    const name = nameOf(row) ?? `number ${context.before + index + 1} of the list`;
    leftOut.push(name);
    const wrong = parsed.error.issues.map((issue) => issue.path.join('.'));
    context.log(
      'warn',
      `A repository of ${workspace} was left out, because it cannot be understood: ${name}`,
      { workspace, fields: wrong },
    );
  }
  return { repositories, leftOut, workspace };
}

/** What people would look for; `null` if the row has nothing of the kind. */
function nameOf(row: unknown): string | null {
  for (const key of ['slug', 'full_name', 'name']) {
    const value = field(row, key);
    const name = typeof value === 'string' ? oneLine(value, 100) : '';
    if (name !== '') return name;
  }
  return null;
}
