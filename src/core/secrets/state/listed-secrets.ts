import type { Clock } from '../../kernel/clock.ts';
import type { TargetSecret } from '../../ports/secret-target.ts';

/** The secrets of one place as they were a moment ago. Nobody can write one on condition that it is not there. */
export interface ListedSecrets {
  /** @param name in whatever case */
  find(name: string): TargetSecret | undefined;
  /** Whether a write may still go by it: somebody may have filled in a secret since, while we were waiting for a limit. */
  readonly isCurrent: () => boolean;
  /** For how long it may, in milliseconds. */
  readonly patience: number;
}

/** Shorter than the waits for the target's limits. */
const usualPatience = 60_000;

/** @param options.patience to be more after each list that became too old, so that there is an end to it */
export function listedSecrets(
  rows: readonly TargetSecret[],
  { clock, patience = usualPatience }: { clock: Pick<Clock, 'now'>; patience?: number },
): ListedSecrets {
  const at = clock.now();
  const byName = new Map(rows.map((row) => [row.name.toUpperCase(), row]));
  return {
    find: (name) => byName.get(name.toUpperCase()),
    isCurrent: () => clock.now() - at < patience,
    patience,
  };
}
