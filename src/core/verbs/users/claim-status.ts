import type { Mannequin } from '../../ports/target-importer.ts';
import type { MannequinMap } from '../../users/mannequin-map.ts';
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
 * @param map in place of what is known of the person; `null`: none
 */
export function claimStatusOf(
  person: ImportedPerson,
  mannequins: ReadonlyMap<string, readonly Mannequin[]>,
  invited: ReadonlySet<string>,
  map: MannequinMap | null = null,
): PersonStatus {
  const found = mannequins.get((person.account ?? '').toLowerCase()) ?? [];
  // Two from different sources may have one login: nobody can tell whose it is.
  const mannequin = found.length === 1 ? (found[0] ?? null) : null;
  const target = map === null ? person.target : targetIn(map, mannequin);
  return { ...person, target, mannequin, status: status() };

  function status(): ClaimStatus {
    if (mannequin === null) return { kind: 'no-account' };
    if (mannequin.claimant !== null) return { kind: 'claimed', by: mannequin.claimant.login };
    if (invited.has(mannequin.id)) return { kind: 'invited' };
    return { kind: target === null ? 'unmapped' : 'unclaimed' };
  }
}

function targetIn(map: MannequinMap, mannequin: Mannequin | null): string | null {
  return mannequin === null ? null : (map.find(mannequin)?.target ?? null);
}
