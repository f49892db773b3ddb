import type { Addresses } from '../../../../archive/write/addresses.ts';
import type { SourceRepository } from '../../../../ports/records/repository.ts';
import { oneLine, shorten } from '../../render/parts/markdown-pieces.ts';
import { seconds } from '../archive-rendering.ts';

/** Names of a repository in an archive: GitHub's rules for names hold there already. */
export interface ArchiveNames {
  readonly owner: string;
  readonly repository: string;
}

/** The importer requires a date, and some sources show none. */
const unknownSince = '2008-01-01T00:00:00Z';

/** Fits a workspace or project key, and a slug, to what the format allows: `~jane` becomes `jane`. Pure. */
export function archiveNames(source: { workspace: string; slug: string }): ArchiveNames {
  const allowed = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-+|-+$/g, '');
  return {
    owner: allowed(source.workspace) || 'owner',
    repository: allowed(source.slug) || 'repository',
  };
}

/** The owner of a repository, without members: the importer takes none from Bitbucket. Pure. */
export function organizationRecord({ owner: url }: Addresses, { owner: login }: ArchiveNames) {
  return {
    ...{ type: 'organization', url, login, name: login, description: null },
    ...{ website: null, location: null, email: null, members: [] },
  };
}

/**
 * A repository as the importer creates it: private, with everything switched off that plan and settings decide later.
 * Pure.
 */
export function repositoryRecord(options: {
  readonly addresses: Addresses;
  readonly names: ArchiveNames;
  readonly source: Pick<SourceRepository, 'description' | 'createdAt'>;
  readonly defaultBranch: string;
}) {
  const { addresses, names, source, defaultBranch } = options;
  const description = oneLine(source.description.toWellFormed().replaceAll('\0', ''));
  return {
    type: 'repository',
    url: addresses.repository,
    owner: addresses.owner,
    name: names.repository,
    description: shorten(description, 350),
    website: null,
    private: true,
    has_issues: true,
    has_wiki: false,
    has_downloads: false,
    is_archived: false,
    labels: [],
    collaborators: [],
    created_at: source.createdAt === null ? unknownSince : seconds(source.createdAt),
    git_url: `tarball://root/repositories/${names.owner}/${names.repository}.git`,
    default_branch: defaultBranch,
    wiki_url: null,
    webhooks: [],
    page: null,
    public_keys: [],
    repository_topics: [],
    autolinks: [],
  };
}
