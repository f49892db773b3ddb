import { hasCode, interrupted } from '../../kernel/errors.ts';
import {
  ClaimLost,
  type ClaimWriter,
  claimMilliseconds,
  type SharedRuns,
} from '../../ports/state/shared-run.ts';
import { expectedTargets } from '../../replica/context/expected-targets.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { plannedPublications } from '../../replica/context/planned-publications.ts';
import type { Elsewhere } from '../../work/task-queue.ts';
import { keepLease } from './keep-lease.ts';

/** The right to write about one repository. */
export interface ClaimHandle {
  readonly writer: ClaimWriter;
  /** Aborted, with the reason, when it was lost. */
  readonly lost: AbortSignal;
  /** Aborted: a person wants this repository left out. */
  readonly skip: AbortSignal;
}

interface WithClaim {
  readonly services: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'lease'>;
  readonly runs: SharedRuns;
  readonly migration: string;
  readonly run: string;
  /** A slug, or `organization`. */
  readonly source: string;
  /** Called at each renewal with whether a person holds the run. */
  readonly onHeld?: (isHeld: boolean) => void;
}

/** Milliseconds: as long as a person's request takes at most to reach another process. */
const renewInterval = claimMilliseconds / 8;

/** Works on one repository by its claim. What is called beneath is written, guarded and recorded by it. */
export async function withClaim<T>(
  { services, runs, onHeld, ...of }: WithClaim,
  use: (handle: ClaimHandle) => Promise<T>,
): Promise<T | Elsewhere> {
  const { store, process, clock, lease: held } = services;
  const writer = await runs.claim(of, process);
  if (writer === null) return 'elsewhere';
  const skip = new AbortController();
  const lease = keepLease({
    ...{ writer, clock, lasts: claimMilliseconds, interval: renewInterval },
    onRenewed({ isPaused, isSkipped }) {
      if (isSkipped) skip.abort(interrupted());
      onHeld?.(isPaused);
    },
  });
  const { migration } = of;
  try {
    const targets = expectedTargets(store, migration);
    const publications = plannedPublications(store, migration);
    const scope = { migration, writer, check: lease.check, targets, publications };
    return await held.within(scope, () => use({ writer, lost: lease.lost, skip: skip.signal }));
  } catch (error) {
    if (hasCode(error, 'state') && !lease.lost.aborted) await lease.check().catch(() => {});
    if (lease.lost.reason instanceof ClaimLost) return 'elsewhere';
    throw error;
  } finally {
    await lease.stop();
  }
}
