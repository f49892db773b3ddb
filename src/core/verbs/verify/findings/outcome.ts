import {
  type Counts,
  countOf,
  type KindCount,
  type RepositoryFindings,
  type Unverified,
  type Verification,
} from './difference.ts';

/** Adds up what was compared by kind, in the order of the first that has it. */
export function sumByKind(all: readonly Pick<RepositoryFindings, 'kinds'>[]): KindCount[] {
  const byKind = Map.groupBy(
    all.flatMap(({ kinds }) => kinds),
    ({ kind }) => kind,
  );
  return [...byKind].map(([kind, counts]) => ({
    kind,
    compared: counts.reduce((sum, { compared }) => sum + compared, 0),
    equal: counts.reduce((sum, { equal }) => sum + equal, 0),
  }));
}

export function sumOf(all: readonly RepositoryFindings[]): Counts {
  return countOf({
    compared: all.reduce((sum, { compared }) => sum + compared, 0),
    equal: all.reduce((sum, { equal }) => sum + equal, 0),
    differences: all.flatMap(({ differences }) => differences),
  });
}

/** The result of a verification: the first of these that applies. */
export type Outcome =
  /** Repositories of the migration are missing or unfinished. */
  | 'not-complete'
  | 'defects'
  /** Some could not be compared, and the others have no defect. */
  | 'unverified'
  /** Every repository was skipped. */
  | 'nothing-compared'
  | 'verified';

export function outcomeOf({ repositories, counts }: Compared): Outcome {
  if (missingOf(repositories) > 0) return 'not-complete';
  if (counts.defects > 0) return 'defects';
  if (unverifiedOf(repositories).length > 0) return 'unverified';
  return counts.compared === 0 ? 'nothing-compared' : 'verified';
}

type Compared = Pick<Verification, 'repositories' | 'counts'>;

/** How many are unfinished; a skipped one is not. */
export function missingOf(repositories: readonly Pick<RepositoryFindings, 'status'>[]): number {
  return repositories.filter(({ status }) => status !== 'succeeded' && status !== 'skipped').length;
}

/** Returns repositories that could not be compared. */
export function unverifiedOf<T extends Pick<RepositoryFindings, 'unverified'>>(
  repositories: readonly T[],
): readonly (T & { readonly unverified: Unverified })[] {
  return repositories.filter(
    (one): one is T & { readonly unverified: Unverified } => one.unverified !== null,
  );
}
