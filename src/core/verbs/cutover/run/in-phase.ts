import { doStep } from '../../../journal/intents.ts';
import { type RepositoryRecords, repositoryRecords } from '../../../journal/repository-records.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { MigrationWriter } from '../../../ports/store.ts';
import {
  isPaused,
  tryResumePaused,
} from '../../../replica/apply/settings/pausing/resume-paused.ts';
import { stepDataOf } from '../../../replica/context/target-phase.ts';
import { withLease } from '../../../run/control/keep-lease.ts';
import { workOnEach } from '../../../work/work-on-each.ts';
import { type CutoverStep, isPending } from './checklist.ts';
import type { CutoverRepository, CutoverRun } from './cutover-request.ts';
import { readRecordedState, requireUnchanged } from './recorded-state.ts';

/** Repositories at a time; the hosts' rate limits decide. */
const lanes = 8;

export interface PhaseWork extends CutoverRepository {
  readonly records: RepositoryRecords;
  readonly writer: MigrationWriter;
  /** When this phase began, in milliseconds since 1970. */
  readonly enteredAt: number;
  readonly signal: AbortSignal;
}

/** Says what a phase came to for a repository; `notable`: a person should read it. */
export type PhaseSummary = string | { readonly notable: string };

/** Tells whether a step is to be done for a repository, by its journal. */
export function pendingIn(
  step: CutoverStep,
  repositories: readonly CutoverRepository[],
): readonly CutoverRepository[] {
  return repositories.filter(({ done }) => isPending(step, done));
}

/**
 * Does something for each repository under the migration's lease, several at a time. The first failure ends it: what is done
 * stays done.
 * @throws `state` while another process runs the migration, or where one has changed a repository since it was checked
 */
export async function forEach<T>(
  run: Pick<CutoverRun, 'services' | 'migration' | 'signal' | 'drain'>,
  repositories: readonly CutoverRepository[],
  work: (one: PhaseWork) => Promise<T>,
): Promise<readonly T[]> {
  const { services, migration, drain } = run;
  if (repositories.length === 0) return [];
  const enteredAt = services.clock.now();
  return withLease(services, migration.id, async ({ writer, lost }) => {
    const signal = AbortSignal.any([run.signal, lost]);
    await requireUnchanged(run, repositories, signal);
    return workOnEach(repositories, { lanes, signal }, async (one) => {
      await services.runController.pauseGate.pass(signal);
      if (drain.aborted) throw interrupted();
      const repository = one.planned.source;
      const records = repositoryRecords({
        ...{ store: services.store, writer, migration: migration.id, repository },
      });
      return work({ ...one, records, writer, signal, enteredAt });
    });
  });
}

/** Switches on what a reset or a repair that was killed has left off. */
export async function switchOn(
  run: Pick<CutoverRun, 'services' | 'migration' | 'signal' | 'drain'>,
  repositories: readonly CutoverRepository[],
): Promise<void> {
  const { services, migration } = run;
  const { store, target, emit } = services;
  const paused: CutoverRepository[] = [];
  for (const one of repositories) {
    const of = { migration: migration.id, repository: one.planned.source };
    if (await isPaused(store, of)) paused.push(one);
  }
  await forEach(run, paused, ({ planned, records, signal }) => {
    const targetName = { owner: migration.target.organization, name: planned.target };
    return tryResumePaused({ target, records, targetName, signal, emit });
  });
}

/** The same as a step of the cut-over: journaled for each repository, and reported. @returns the repositories as they are now */
export async function inPhase(
  run: CutoverRun,
  step: CutoverStep,
  repositories: readonly CutoverRepository[],
  work: (one: PhaseWork) => Promise<PhaseSummary>,
): Promise<readonly CutoverRepository[]> {
  const worked = await forEach(run, pendingIn(step, repositories), async (one) => {
    run.onProgress?.({ type: 'entered', phase: step, source: one.planned.source });
    // An abort has to know what may have been opened.
    const begun = { kind: 'cutover', id: step, data: stepDataOf(one.targetId) } as const;
    const done = await doStep(one.records, begun, () => work(one));
    const isNotable = typeof done !== 'string';
    const summary = isNotable ? done.notable : done;
    run.onStep({ step, source: one.planned.source, summary, isNotable });
    return asRecorded(run, one);
  });
  return withRecorded(repositories, worked).map((one) => ({
    ...one,
    done: new Set([...one.done, step]),
  }));
}

type Recorded = Pick<CutoverRepository, 'planned' | 'recorded'>;

/** Reads what this run has changed, under its lease. */
export async function asRecorded(
  { services: { store }, migration }: Pick<CutoverRun, 'services' | 'migration'>,
  { planned }: Pick<PhaseWork, 'planned'>,
): Promise<Recorded> {
  const states = await store.listRepositories(migration.id);
  const of = { migration: migration.id, repository: planned.source, states };
  return { planned, recorded: await readRecordedState(store, of) };
}

/** Replaces what is known of repositories that this run has changed. Pure. */
export function withRecorded(
  repositories: readonly CutoverRepository[],
  now: readonly Recorded[],
): readonly CutoverRepository[] {
  const bySource = new Map(now.map(({ planned, recorded }) => [planned.source, recorded]));
  return repositories.map((one) => ({
    ...one,
    recorded: bySource.get(one.planned.source) ?? one.recorded,
  }));
}
