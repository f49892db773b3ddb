import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryRow } from './schema.ts';

/** GitHub's description of a repository in neutral words. */
export function toTargetRepository(row: RepositoryRow): TargetRepository {
  return {
    id: String(row.id),
    owner: row.owner.login,
    name: row.name,
    description: row.description ?? '',
    topics: row.topics,
    visibility: row.visibility ?? (row.private ? 'private' : 'public'),
    defaultBranch: row.default_branch,
    archived: row.archived,
    createdAt: row.created_at,
    webUrl: row.html_url,
  };
}
