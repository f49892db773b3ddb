import * as z from 'zod';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { GitHub } from '../rest/shared.ts';

/** GitHub's answers, as far as they are used. Everything else in them is dropped here. */

export const userSchema = z.object({
  id: z.number(),
  login: z.string().min(1),
  name: z.string().min(1).nullable().catch(null),
});

export const ownerSchema = z.object({
  id: z.number(),
  login: z.string().min(1),
  type: z.string().catch(''),
});

const basePermissions = ['none', 'read', 'write', 'admin'] as const;

export const organizationSchema = z.object({
  id: z.number(),
  login: z.string().min(1),
  // Shown to members alone.
  members_can_create_repositories: z.boolean().nullable().catch(null),
  members_can_create_private_repositories: z.boolean().nullable().catch(null),
  default_repository_permission: z.enum(basePermissions).nullable().catch(null),
});

export const membershipSchema = z.object({
  state: z.string(),
  role: z.string().catch('member'),
});

export const actionsSchema = z.object({ enabled: z.boolean() });

export const repositorySchema = z.object({
  id: z.number(),
  // Addresses are built from both, and scripts from those.
  name: z.string().regex(/^[A-Za-z0-9._-]+$/),
  full_name: z.string().min(3),
  description: z.string().nullable().catch(null),
  topics: z.array(z.string()).nullable().catch(null),
  owner: z.object({ login: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/) }),
  private: z.boolean(),
  visibility: z.enum(['public', 'private', 'internal']).nullable().catch(null),
  default_branch: z.string().min(1).nullable().catch(null),
  archived: z.boolean().catch(false),
  created_at: z.string(),
});

type RepositoryRow = z.infer<typeof repositorySchema>;

/** GitHub's description of a repository in neutral words. Its page is on the configured host, whatever the answer says. */
export function toTargetRepository(
  { webUrl }: Pick<GitHub, 'webUrl'>,
  row: RepositoryRow,
): TargetRepository {
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
    webUrl: `${webUrl}/${row.owner.login}/${row.name}`,
  };
}
