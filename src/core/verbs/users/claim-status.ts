import type { Mannequin } from '../../ports/target-importer.ts';
import type { ImportedPerson } from './imported-people.ts';

/** Who has what somebody has written. */
export type ClaimStatus =
  /** By `by`. */
  | { readonly kind: 'claimed'; readonly by: string }
  /** Asked by this migration, and not known to have accepted. */
  | { readonly kind: 'invited' }
  /** The user map says who may claim it. */
  | { readonly kind: 'unclaimed' }
  /** The user map has no login for the person. */
  | { readonly kind: 'unmapped' }
  /** No account on the target stands for the person, or nobody can tell which. */
  | { readonly kind: 'no-account' };

export interface PersonStatus extends ImportedPerson {
  readonly status: ClaimStatus;
  /** `null` where there is none. */
  readonly mannequin: Mannequin | null;
}

/**
 * Pure.
 * @param mannequins by their logins in lower case
 * @param invited ids of mannequins
 */
export function claimStatusOf(
  person: ImportedPerson,
  mannequins: ReadonlyMap<string, readonly Mannequin[]>,
  invited: ReadonlySet<string>,
): PersonStatus {
  const found = mannequins.get((person.account ?? '').toLowerCase()) ?? [];
  // Two from different sources may have one login: nobody can tell whose it is.
  const mannequin = found.length === 1 ? (found[0] ?? null) : null;
  return { ...person, mannequin, status: status() };

  function status(): ClaimStatus {
    if (mannequin === null) return { kind: 'no-account' };
    if (mannequin.claimant !== null) return { kind: 'claimed', by: mannequin.claimant.login };
    if (invited.has(mannequin.id)) return { kind: 'invited' };
    return { kind: person.target === null ? 'unmapped' : 'unclaimed' };
  }
}
