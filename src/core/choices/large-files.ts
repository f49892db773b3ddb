import type { PlannedRepository } from '../plan/plan-schema.ts';
import type { KeptOptions } from './kept-options.ts';

/** Tells whether files over the target's limit are rewritten to LFS: the repository's own word wins. Pure. */
export function rewritesLargeFiles(
  kept: Pick<KeptOptions, 'large_files'>,
  planned: Pick<PlannedRepository, 'large_files'>,
): boolean {
  return (planned.large_files ?? kept.large_files) === 'rewrite';
}

/** Slugs of the repositories that this holds for. Pure. */
export function rewrittenSlugs(
  kept: Pick<KeptOptions, 'large_files'>,
  repositories: readonly PlannedRepository[],
): ReadonlySet<string> {
  const rewritten = repositories.filter((planned) => rewritesLargeFiles(kept, planned));
  return new Set(rewritten.map(({ source }) => source));
}
