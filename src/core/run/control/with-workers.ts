import { MigratorError } from '../../kernel/errors.ts';
import type { Terms } from '../../license/terms.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { keepRenewed } from './keep-lease.ts';

export interface ClaimedWorkers {
  readonly workers: number;
  /** Aborted when others have taken them over, as after a sleep of this machine. */
  readonly lost: AbortSignal;
}

export interface WorkersForRun {
  readonly services: Pick<MigrationServices, 'store' | 'process' | 'clock'>;
  readonly terms: Pick<Terms, 'workers'>;
  /** By the command line, the plan or the default. */
  readonly workers: number;
  /** Workers that the command line or the plan asks for: fewer will not do. */
  readonly asked: number | undefined;
  /** More workers than these would have nothing to do. */
  readonly repositories: number;
}

/**
 * Claims the workers of a run out of those that the license allows for all runs of this state, for as long as they are
 * needed.
 * @returns `license` in place of a result where others use them
 */
export async function withWorkers<T>(
  { services, terms, repositories, ...run }: WorkersForRun,
  use: (claimed: ClaimedWorkers) => Promise<T>,
): Promise<T | MigratorError> {
  const { store, process, clock } = services;
  const { workers: allowed } = terms;
  const most = Math.max(1, Math.min(run.workers, allowed, repositories));
  const least = run.asked === undefined ? 1 : most;
  const claim = await store.claimWorkers(process, { least, most, allowed });
  if (claim === null) return workersInUse(least, allowed);
  const kept = keepRenewed({ lease: claim, clock });
  try {
    return await use({ workers: claim.workers, lost: kept.lost });
  } finally {
    await kept.stop();
  }
}

function workersInUse(wanted: number, allowed: number): MigratorError {
  const few = wanted === 1 ? '' : 'use fewer --workers, ';
  return new MigratorError(
    'license',
    `Worker limit exceeded: other runs use the license's workers (${allowed} in total, ${wanted} requested).`,
    { hint: `See them with \`migrator status --list\`; wait, ${few}or upgrade your tier.` },
  );
}
