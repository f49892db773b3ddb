import { isDamagedMirror } from '../../git/errors/damaged-mirror.ts';
import type { Refs } from '../../git/mirror/refs.ts';
import { interrupted, toMigratorError } from '../../kernel/errors.ts';
import { startActiveTime } from '../control/active-time.ts';
import type { Step } from '../migration-context.ts';
import type { RepositoryRun } from '../run/repository-context.ts';
import type { RepositoryResult } from '../run/repository-run.ts';
import { runStep } from '../run/run-step.ts';
import { fetchStep } from '../steps/fetch.ts';
import { inPhases, type RefPlan } from './refs/plan-refs.ts';
import { intend, planFor } from './refs/sync-refs.ts';
import { syncContext } from './repository-context.ts';
import { lfsSteps, pushPhase } from './steps.ts';
import type { PullRequestLook, PullRequestSync, SyncContext } from './sync-context.ts';
import { outcomeOf, saveSyncRecord, sourceDataOf } from './sync-record.ts';
import { requireTarget } from './target.ts';

export interface SyncRepository extends RepositoryRun {
  /** `null`: pull requests are not synced. */
  readonly pullRequests: PullRequestSync | null;
}

/**
 * Syncs one repository: looks first, with requests that only read lists, and goes on where something has changed.
 * @throws MigratorError; of code `interrupted` when the run was told to stop
 */
export async function syncRepository(run: SyncRepository): Promise<RepositoryResult> {
  const { context, planned } = run;
  const activeTime = startActiveTime({
    clock: context.clock,
    milliseconds: context.options.timeoutMilliseconds,
    repository: planned.source,
    signal: run.signal,
    pauseGate: context.runController.pauseGate,
  });
  try {
    return await context.currentRepository.run({ source: planned.source, activeTime }, async () => {
      const repository = await syncContext({ ...run, signal: activeTime.signal });
      await syncAll({ ...run, repository });
      const { report, journal, records } = repository;
      const now = context.clock.now();
      const outcome = outcomeOf(report);
      await saveSyncRecord(records, {
        ...{ outcome, triedAt: now, source: sourceDataOf(run.sourceRepository) },
        ...(outcome === 'synced' && { syncedAt: now }),
      });
      return {
        refs: journal.current().refs.size,
        lfsObjects: report.lfsObjects,
        pullRequests: null,
        webUrl: null,
        sync: report,
      };
    });
  } catch (error) {
    throw activeTime.signal.aborted ? toMigratorError(activeTime.signal.reason) : error;
  } finally {
    activeTime.stop();
  }
}

type Syncing = SyncRepository & { readonly repository: SyncContext };

const noPullRequests: PullRequestLook = { hasChanged: false, bases: new Set() };

async function syncAll(run: Syncing): Promise<void> {
  const { repository, pullRequests } = run;
  const { report } = repository;
  const plan = await planFor(repository, repository.listed.source);
  const look = (await pullRequests?.look(repository)) ?? noPullRequests;
  if (plan.updates.length === 0 && !look.hasChanged) {
    report.left.push(...plan.left);
    await keepIntentions(repository, plan);
    return;
  }
  await requireTarget(repository);
  await withMirror(run, async (refs) => {
    const fetched = await planFor(repository, refs);
    await syncRefs(run, fetched, look);
    report.left.push(...fetched.left);
  });
}

/** Where a push of an earlier sync was all there was to do, its end is known now. */
async function keepIntentions({ journal }: SyncContext, { baseline }: RefPlan): Promise<void> {
  const { refs, intended } = journal.current();
  const isSame =
    refs.size === baseline.size && [...refs].every(([ref, oid]) => baseline.get(ref) === oid);
  if (intended.size > 0 || !isSame) await journal.save({ refs: baseline, intended: new Map() });
}

async function syncRefs(run: Syncing, plan: RefPlan, look: PullRequestLook): Promise<void> {
  const { repository, pullRequests } = run;
  const { defaultBranch } = repository.sourceRepository;
  const phases = inPhases(plan.updates, { bases: look.bases, defaultBranch });
  await intend(repository, plan);
  for (const step of lfsSteps) await enter(run, step);
  for (const updates of [phases.inTheWay, phases.first, phases.bases]) {
    if (updates.length > 0) await enter(run, pushPhase(updates));
  }
  await pullRequests?.sync(repository, look);
  if (phases.deletions.length > 0) await enter(run, pushPhase(phases.deletions));
}

/** Fetches the source; a local copy that turns out to be damaged is fetched once more. */
async function withMirror(run: Syncing, use: (refs: Refs) => Promise<void>): Promise<void> {
  const { repository } = run;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await enter(run, fetchStep);
      await use(await repository.readRefs());
      break;
    } catch (error) {
      if (attempt > 1 || !isDamagedMirror(error)) throw error;
      repository.warn('The local copy was missing or damaged: fetching again');
      await repository.forgetMirror();
    } finally {
      await repository.readAhead.drop();
    }
  }
  // One that was taken over would remove the other's mirror.
  await run.context.writer.checkHeld();
  await repository.forgetMirror();
}

/** A step of the sync; it shows as the step of a migration does. */
async function enter(run: Syncing, step: Step<SyncContext>): Promise<void> {
  const { context, repository, isDraining } = run;
  await context.runController.pauseGate.pass(repository.signal);
  if (isDraining()) throw interrupted();
  await runStep({ ...context, step, context: repository, stepsDone: 0 });
}
