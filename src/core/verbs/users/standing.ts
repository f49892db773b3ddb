import type { Mannequin } from '../../ports/target-importer.ts';
import type { ImportedPerson } from './imported-people.ts';

/** Who has what somebody has written. */
export type Standing =
  /** By `by`. */
  | { readonly kind: 'claimed'; readonly by: string }
  /** Asked by this migration, and not known to have accepted. */
  | { readonly kind: 'invited' }
  /** The user map says who may claim it. */
  | { readonly kind: 'unclaimed' }
  /** The user map has no login for the person. */
  | { readonly kind: 'unmapped' }
  /** No account on the target stands for the person. */
  | { readonly kind: 'no-account' };

export interface StandingPerson extends ImportedPerson {
  readonly standing: Standing;
  /** `null` where there is none. */
  readonly mannequin: Mannequin | null;
}

/**
 * Pure.
 * @param mannequins by their logins in lower case
 * @param invited logins in the archives
 */
export function standingOf(
  person: ImportedPerson,
  mannequins: ReadonlyMap<string, Mannequin>,
  invited: ReadonlySet<string>,
): StandingPerson {
  const mannequin = mannequins.get((person.account ?? person.login).toLowerCase()) ?? null;
  return { ...person, mannequin, standing: standing() };

  function standing(): Standing {
    if (mannequin === null) return { kind: 'no-account' };
    if (mannequin.claimant !== null) return { kind: 'claimed', by: mannequin.claimant.login };
    if (invited.has(person.login)) return { kind: 'invited' };
    return { kind: person.target === null ? 'unmapped' : 'unclaimed' };
  }
}
