import { isDamagedMirror } from '../../git/errors/damaged-mirror.ts';
import { isReplaced, targetGone } from '../../journal/target-gone.ts';
import { hasCode, type MigratorError, toMigratorError, withSilence } from '../../kernel/errors.ts';
import { withinOutage } from '../../network/http/outage.ts';
import type { Emit, Progress } from '../../ports/records/events.ts';
import type { StepName, StepState } from '../../ports/records/migration.ts';
import { OpenedOther } from '../../replica/apply/publication/stays-private.ts';
import type { RepositoryContext } from '../../replica/context/migration-context.ts';
import type { Step, StepOutcome } from '../../replica/context/step.ts';
import { sleepUntilAborted } from '../../work/pausing/waiting.ts';

/** Steps are idempotent: one that met a passing fault of a host is entered again after these milliseconds. */
const pausesAfterFault = [2000, 8000];
/** Git does not say how long a limit lasts; on GitHub it is a minute or more. */
const pausesAfterLimit = [5000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Milliseconds between two progress events of a step: more than people can read, less than a disk notices. */
const progressInterval = 200;

export interface RunStep<Context extends RepositoryContext> {
  step: Step<Context>;
  context: Context;
  /** Keeps how far the step is, so that a later run need not enter it again. */
  save: (step: StepState) => Promise<void>;
  /** Of the repository, in earlier runs too. */
  stepsDone: number;
  emit: Emit;
  outageMilliseconds: number;
}

/** Runs a step; records and reports how it goes. */
export async function runStep<Context extends RepositoryContext>(
  options: RunStep<Context>,
): Promise<void> {
  const { step, context, save, stepsDone, emit } = options;
  const repository = context.planned.source;
  const record = { name: step.name, summary: null, data: null };
  emit({ type: 'step-started', repository, step: step.name, stepsDone });
  await save({ ...record, status: 'running' });
  try {
    const reporting = { ...context, reportProgress: progressReporter(options) };
    const { status, summary, ...facts } = await runPatiently({ ...options, context: reporting });
    const data = Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
    await save({ ...record, status, summary, data });
    emit({ type: 'step-finished', repository, step: step.name, outcome: status, summary });
  } catch (error) {
    const isStopped = context.signal.aborted || toMigratorError(error).code === 'interrupted';
    const status = isStopped ? 'pending' : 'failed';
    await save({ ...record, status });
    throw error;
  }
}

async function runPatiently<Context extends RepositoryContext>({
  step,
  context,
  outageMilliseconds,
}: RunStep<Context>): Promise<StepOutcome> {
  let entered = context;
  const failures: Failures = { limits: 0, faults: 0, outage: null };
  for (;;) {
    try {
      return await step.run(entered);
    } catch (thrown) {
      if (context.signal.aborted) throw toMigratorError(thrown);
      const failure = toMigratorError(thrown);
      const isReading = readingSteps.includes(step.name);
      const error = isReading ? failure : await orTargetGone(context, failure);
      if (error !== failure || !mayPass(step, error)) throw error;
      const until = timeToRetry(failures, error, { now: context.clock.now(), outageMilliseconds });
      const { hostname } = readingSteps.includes(step.name) ? context.source : context.target;
      context.reportWait({ until, reason: error.message, host: hostname });
      await sleepUntilAborted(context, until - context.clock.now());
      // The target may hold some of it now.
      entered = { ...context, isResumed: true };
    }
  }
}

interface Failures {
  limits: number;
  faults: number;
  /** Since when a host has been silent, and when it was asked again; `null` since an answer. */
  outage: { readonly since: number; readonly retriedAt: number } | null;
}

/** @throws the failure, once it has been tried often enough, or a host was silent for too long */
function timeToRetry(
  failures: Failures,
  error: MigratorError,
  { now, outageMilliseconds }: { now: number; outageMilliseconds: number },
): number {
  const isLimit = error.code === 'rate-limit';
  // Each kind by itself: a limit is waited for as long after two faults as it is without them.
  const pause = isLimit ? pausesAfterLimit[failures.limits] : pausesAfterFault[failures.faults];
  failures[isLimit ? 'limits' : 'faults'] += 1;
  const since = isLimit ? null : silentSince(error, failures.outage, now);
  if (pause === undefined) throw since === null ? error : withSilence(error, since);
  const wanted = Math.max(now + pause, error.retryAt ?? 0);
  if (since === null) {
    failures.outage = null;
    return wanted;
  }
  // No pause goes beyond what a host may be silent. A single fault is tried again all the same: it may be no outage.
  const milliseconds = outageMilliseconds;
  const until = milliseconds === 0 ? wanted : withinOutage(wanted, now, { since, milliseconds });
  if (until === null) throw withSilence(error, since);
  failures.outage = { since, retriedAt: until };
  return until;
}

/** Milliseconds from a new attempt to the next request that gets no answer, within which it is the same outage. */
const sameOutage = 5000;

/** Since when a host has been silent; `null` where it answered, and said no. */
function silentSince(
  error: MigratorError,
  before: { since: number; retriedAt: number } | null,
  now: number,
): number | null {
  if (error.code !== 'unavailable') return null;
  const sentAt = error.silentSince ?? now;
  return before !== null && sentAt - before.retriedAt < sameOutage ? before.since : sentAt;
}

/** They talk to the source alone. */
const readingSteps: readonly StepName[] = ['fetch', 'inspect', 'fetch-lfs'];

function mayPass(step: Pick<Step, 'name' | 'mayPass'>, error: MigratorError): boolean {
  // Trying again cannot mend it, but fetching again does.
  if (isDamagedMirror(error)) return false;
  if (error.code === 'unavailable' || error.code === 'rate-limit') return error.retry === 'yes';
  return step.mayPass?.includes(error.code) ?? false;
}

/** Reports the first progress of each kind, the last and a few a second in between. */
function progressReporter<Context extends RepositoryContext>({
  step,
  context,
  emit,
}: RunStep<Context>) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let toldOf = '';
  return (progress: Progress) => {
    const now = context.clock.now();
    const isLast = progress.total !== null && progress.done >= progress.total;
    const isOther = progress.what !== toldOf;
    if (!isLast && !isOther && now - toldAt < progressInterval) return;
    toldAt = now;
    toldOf = progress.what;
    const repository = context.planned.source;
    emit({ type: 'step-progress', repository, step: step.name, progress });
  };
}

/** Failures that another repository under its name would explain. */
const doubtful = ['not-found', 'refused', 'verification', 'target-exists', 'bad-answer'] as const;

/**
 * The cause of a failure where somebody has put another repository in the target's place meanwhile.
 * @returns the failure itself otherwise
 */
async function orTargetGone(
  context: Pick<
    RepositoryContext,
    'target' | 'targetName' | 'targetFullName' | 'records' | 'sourceRepository' | 'signal'
  >,
  error: MigratorError,
): Promise<MigratorError> {
  // It says more.
  if (!hasCode(error, ...doubtful) || error instanceof OpenedOther) return error;
  const { target, targetName, records, sourceRepository, signal } = context;
  const id = (await records.findObject('repository', sourceRepository.id))?.targetId ?? null;
  if (id === null) return error;
  const lookup = await target.findRepository({ ...targetName, signal }).catch(() => null);
  return lookup !== null && isReplaced(lookup, id)
    ? targetGone({ targetFullName: context.targetFullName })
    : error;
}
