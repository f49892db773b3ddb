import type { RepositoryFindings, Unverified, Verification } from './difference.ts';

/** What a verification comes to: the gravest of what holds, as it stands here. */
export type Outcome =
  /** Repositories of the migration are not there, or not to their end: nobody may take it for done. */
  | 'not-complete'
  | 'defects'
  /** Some could not be compared, and the others have no defect. */
  | 'unverified'
  /** Every repository was left out on purpose. */
  | 'nothing-compared'
  | 'verified';

export function outcomeOf({ repositories, counts }: Compared): Outcome {
  if (missingOf(repositories) > 0) return 'not-complete';
  if (counts.defects > 0) return 'defects';
  if (unverifiedOf(repositories).length > 0) return 'unverified';
  return counts.compared === 0 ? 'nothing-compared' : 'verified';
}

type Compared = Pick<Verification, 'repositories' | 'counts'>;

/** How many have not come to their end; what was skipped is left out on purpose. */
export function missingOf(repositories: readonly Pick<RepositoryFindings, 'status'>[]): number {
  return repositories.filter(({ status }) => status !== 'succeeded' && status !== 'skipped').length;
}

/** Those that could not be compared. */
export function unverifiedOf<T extends Pick<RepositoryFindings, 'unverified'>>(
  repositories: readonly T[],
): readonly (T & { readonly unverified: Unverified })[] {
  return repositories.filter(
    (one): one is T & { readonly unverified: Unverified } => one.unverified !== null,
  );
}
