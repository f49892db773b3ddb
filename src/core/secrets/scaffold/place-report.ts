import type { Failure } from '../../kernel/errors.ts';
import type { SecretPlace } from '../../ports/secret-target.ts';
import type { ManifestSecret } from '../manifest/manifest.ts';
import type { SecretState } from '../state/secret-state.ts';

/** What became of the secrets of one place, or how they stand. */
export interface PlaceReport {
  readonly place: SecretPlace;
  /** The repository on the source; `null` for the organisation. */
  readonly source: string | null;
  /** The page on which people fill them in. */
  readonly settingsUrl: string;
  /** Whether it was made just now: an environment. */
  readonly isNew: boolean;
  readonly secrets: readonly SecretReport[];
  /** Why nothing more could be done here. */
  readonly failure: Failure | null;
}

export interface SecretReport extends ManifestSecret {
  readonly state: SecretState;
}

/** Those that people have to fill in, or that are not there yet. */
export const unfilledStates: readonly SecretState[] = [
  'made',
  'to-make',
  'placeholder',
  'replaced',
  'missing',
];

export function countStates(places: readonly PlaceReport[]): Readonly<Record<SecretState, number>> {
  const counts = {
    made: 0,
    'to-make': 0,
    placeholder: 0,
    filled: 0,
    present: 0,
    replaced: 0,
    missing: 0,
  };
  for (const { secrets } of places) for (const { state } of secrets) counts[state] += 1;
  return counts;
}
