import * as z from 'zod';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { flag, orNull, text } from '../../shared/lenient-schema.ts';
import type { DataCenter } from '../http/reading.ts';
import { keyPattern, repositoryAddress, slugPattern } from '../names/names.ts';

/** Bitbucket's answers, as far as they are used. Everything else in them is dropped here. */

const slug = z.string().regex(slugPattern);

export const projectSchema = z.object({
  key: z.string().regex(keyPattern),
  name: text,
  public: flag,
});

export const repositorySchema = z.object({
  id: z.union([z.number().int(), z.string().min(1)]),
  slug,
  name: text,
  description: text,
  state: text,
  public: flag,
  archived: flag,
  project: projectSchema,
  origin: orNull(z.object({ slug, project: z.object({ key: z.string().min(1) }) })),
});

export type RepositoryRow = z.infer<typeof repositorySchema>;

export const branchSchema = z.object({
  id: orNull(z.string()),
  displayId: orNull(z.string()),
});

export const sizesSchema = z.object({ repository: z.number().nonnegative() });

/** Describes what only further requests show. */
export interface RepositoryDetails {
  readonly defaultBranch: string | null;
  /** The repository is out of order, and may have one. */
  readonly isDefaultBranchUnknown: boolean;
  readonly sizeBytes: number | null;
}

/** A row in neutral words. Its links are not used: addresses are made from key and slug. */
export function toSourceRepository(
  dataCenter: DataCenter,
  row: RepositoryRow,
  { defaultBranch, isDefaultBranchUnknown, sizeBytes }: RepositoryDetails,
): SourceRepository {
  const { project, slug, origin } = row;
  const { webUrl } = repositoryAddress(dataCenter, { workspace: project.key, slug });
  return {
    id: String(row.id),
    slug,
    name: row.name === '' ? slug : row.name,
    description: row.description,
    // Everybody who reaches the server, with or without an account.
    visibility: row.public || project.public ? 'public' : 'private',
    defaultBranch,
    ...(isDefaultBranchUnknown ? { isDefaultBranchUnknown } : {}),
    sizeBytes,
    project: { key: project.key, name: project.name === '' ? project.key : project.name },
    forkOf: origin === null ? null : `${origin.project.key}/${origin.slug}`,
    // A Data Center reports none of the rest.
    language: null,
    archived: row.archived,
    topics: [],
    createdAt: null,
    updatedAt: null,
    webUrl,
  };
}

/** From now on addresses have the key as the host writes it. */
export function learnProject({ learned }: DataCenter, { project }: RepositoryRow): void {
  learned.projectKeys.set(project.key.toLowerCase(), project.key);
}
