import type { SourceRepository } from '../../src/core/ports/records/repository.ts';

/** A repository as the source would describe it. */
export function sourceRepository(
  slug: string,
  change: Partial<SourceRepository> = {},
): SourceRepository {
  return {
    id: `{${slug}}`,
    slug,
    name: slug,
    description: '',
    visibility: 'private',
    defaultBranch: 'main',
    sizeBytes: 1000,
    project: null,
    forkOf: null,
    language: null,
    archived: false,
    topics: [],
    createdAt: null,
    updatedAt: null,
    webUrl: `https://bitbucket.org/acme/${slug}`,
    ...change,
  };
}
