import type { Failure } from '../../kernel/errors.ts';
import { namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { SecretLevel } from '../../ports/secret-source.ts';
import type { SecretScope } from '../../ports/secret-target.ts';
import type { ManifestSecret } from '../manifest/manifest.ts';
import type { Targeted } from '../manifest/target-scopes.ts';
import type { SecretState } from '../state/secret-state.ts';

/** The secrets of one place with their states. */
export interface ScopeReport {
  readonly place: SecretScope;
  /** The repository on the source; `null` for the organisation. */
  readonly source: string | null;
  /** The page on which people fill them in. */
  readonly settingsUrl: string;
  /** An environment that was just created. */
  readonly isNew: boolean;
  readonly secrets: readonly SecretReport[];
  /** Why the rest of the place failed. */
  readonly failure: Failure | null;
}

export interface SecretReport extends ManifestSecret {
  readonly state: SecretState;
}

/** States of secrets that people must fill in, or that do not exist yet. */
export const unfilledStates: readonly SecretState[] = [
  'made',
  'to-make',
  'placeholder',
  'replaced',
  'missing',
];

export function countStates(places: readonly ScopeReport[]): Readonly<Record<SecretState, number>> {
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

/**
 * Returns lines about the part of a manifest that is left out because the plan does not have it: a warning where
 * secrets are wanted for it. Pure.
 */
export function skippedLines({
  unplanned,
  missed,
}: Pick<Targeted, 'unplanned' | 'missed'>): readonly string[] {
  const others = unplanned.filter((one) => !missed.includes(one));
  return [
    ...line('warning  The manifest has secrets for repositories that are not in the plan', missed),
    ...line('Skipped, not in the plan', others),
  ];
}

function line(words: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`${words}: ${namesText(names.map(safe))}`];
}

const levels: Readonly<Record<SecretLevel, string>> = {
  repository: 'repository variable',
  workspace: 'workspace variable',
  deployment: 'deployment variable',
};

/** `repository variable`, `workspace variable` ... */
export function levelText(source: SecretLevel): string {
  return levels[source];
}

/**
 * The value of a secret until a person fills it in. GitHub also accepts an empty value, but to a workflow that is the
 * same as no secret; in a failing pipeline this text explains itself.
 */
export function placeholderOf({ sourceName, source }: ManifestSecret): string {
  return `PLACEHOLDER, not a value: fill in the value of the ${levels[source]} ${sourceName}`;
}
