import type { Clock } from '../kernel/clock.ts';
import type { SharedRuns } from '../ports/state/shared-run.ts';

/** Milliseconds between two looks. */
const interval = 100;

/**
 * Waits until no process has a claim of these repositories, or the signal is aborted. The next command that needs
 * the migration for itself would be refused for a claim that is about to be released.
 */
export async function otherProcessesEnded(options: {
  readonly runs: Pick<SharedRuns, 'listClaims'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly migration: string;
  readonly repositories: readonly { readonly source: string }[];
  readonly signal: AbortSignal;
}): Promise<void> {
  const { runs, clock, migration, signal } = options;
  const ours = new Set(options.repositories.map(({ source }) => source));
  const isClaimed = async () =>
    (await runs.listClaims(migration)).some(({ source }) => ours.has(source));
  while (!signal.aborted && (await isClaimed()))
    await clock.sleep(interval, signal).catch(() => {});
}
