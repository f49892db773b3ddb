import type { Clock } from '../../kernel/clock.ts';
import type { TargetSecret } from '../../ports/secret-target.ts';

/** The secrets of one place as they were a moment ago. Nobody can write one on condition that it is not there. */
export interface ListedSecrets {
  /** @param name in whatever case */
  find(name: string): TargetSecret | undefined;
  /** True if a write may still rely on it: while we waited for a rate limit, somebody may have filled in a secret. */
  readonly isCurrent: () => boolean;
  /** How long it may, in milliseconds. */
  readonly patience: number;
}

/** Shorter than the waits for the target's limits. */
const usualPatience = 60_000;

/** @param options.patience more after each list that became outdated, so that retries end */
export function listedSecrets(
  rows: readonly TargetSecret[],
  { clock, patience = usualPatience }: { clock: Pick<Clock, 'now'>; patience?: number | undefined },
): ListedSecrets {
  const at = clock.now();
  const byName = new Map(rows.map((row) => [row.name.toUpperCase(), row]));
  return {
    find: (name) => byName.get(name.toUpperCase()),
    isCurrent: () => clock.now() - at < patience,
    patience,
  };
}
