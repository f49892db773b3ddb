import { listRemoteRefsOnce } from '../../git/mirror/refs.ts';
import {
  type Failure,
  type MigratorError,
  toFailure,
  toMigratorError,
} from '../../kernel/errors.ts';
import { withinOutage } from '../../network/http/outage.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import { plannedReads } from '../../plan/read-plan.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { waitForHosts } from '../control/wait-for-hosts.ts';
import type { JobOutcome, RunRepositories } from './repositories-run.ts';
import type { RepositoryResult } from './repository-run.ts';
import type { RepositoryWork } from './repository-work.ts';

/** Describes what one repository's turn needs. */
export interface RepositoryJob extends Omit<RunRepositories, 'repositories' | 'work'> {
  readonly work: RepositoryWork;
  /** Aborted: a person wants this repository left out. */
  readonly skip: AbortSignal;
}

/**
 * Gives one repository its turn, and keeps what became of it.
 * @throws what must end the whole run
 */
export async function runJob(run: RepositoryJob, planned: PlannedRepository): Promise<JobOutcome> {
  const { context } = run;
  const { source, target } = planned;
  const startedAt = context.clock.now();
  context.emit({ type: 'repository-started', repository: source, target });
  const skipped = run.skipped.get(source);
  if (skipped !== undefined) {
    await finish({ run, planned, startedAt, outcome: 'skipped', ...skipped });
    return 'skipped';
  }
  await run.work.keep(source, { status: 'running', startedAt, failure: null });
  for (let turn = 1; ; turn += 1) {
    try {
      const result = await run.work.run({
        planned,
        signal: AbortSignal.any([run.signal, run.skip]),
        isDraining: () => run.drain.aborted,
      });
      await finish({ run, planned, startedAt, outcome: 'succeeded', ...result });
      return 'succeeded';
    } catch (thrown) {
      const error = await afterOutage(run, { planned, error: toMigratorError(thrown), turn });
      if (error === null || (await hasOtherCredential(run, planned, error))) continue;
      if (wasSkipped(run, error)) {
        await finishSkipped(run, planned, startedAt);
        return 'skipped';
      }
      if (await endsTheRun(run, error)) {
        await backToPending(run, source, error);
        throw error;
      }
      await finish({ run, planned, startedAt, outcome: 'failed', failure: toFailure(error) });
      return 'failed';
    }
  }
}

/** Tells whether a failure came of being stopped, unless the state or the disk are gone. */
function wasSkipped(run: RepositoryJob, error: MigratorError): boolean {
  return (
    run.skip.aborted && !run.signal.aborted && error.retry !== 'fatal' && error.code !== 'state'
  );
}

/** Keeps that a person did not want this one. It stays so until somebody asks for it again. */
export async function finishSkipped(
  run: Pick<RepositoryJob, 'context' | 'work'>,
  planned: PlannedRepository,
  startedAt: number,
): Promise<void> {
  const reason = 'skipped by you; --reset-repo starts it over';
  await finish({ run, planned, startedAt, outcome: 'skipped', reason });
}

/** A host that goes away so often while it answers in between is out of order for this repository. */
const mostTurns = 20;

/**
 * A repository that could not reach a host gets another turn when the host answers again; also a second one where it
 * answers at once, because an outage may have ended just then.
 * @returns `null` for another turn; otherwise what the repository fails with
 */
async function afterOutage(
  run: RepositoryJob,
  { planned, error, turn }: { planned: PlannedRepository; error: MigratorError; turn: number },
): Promise<MigratorError | null> {
  if (error.code !== 'unavailable' || error.retry !== 'yes' || turn >= mostTurns) return error;
  try {
    const { context } = run;
    const signal = AbortSignal.any([run.signal, run.skip]);
    const listRefs = (access: GitAccess, asking: AbortSignal) =>
      listRemoteRefsOnce({ git: context.git, access, signal: asking });
    const repository = planned.source;
    const found = await waitForHosts({ context, repository, error, listRefs, signal });
    const { silentSince: since } = error;
    const { clock, outageMilliseconds: milliseconds } = context;
    // It has been waited for already, as long as a host may be silent.
    const isOver =
      since !== null &&
      milliseconds !== 0 &&
      withinOutage(clock.now(), clock.now(), { since, milliseconds }) === null;
    return found === 'over' || (turn === 1 && !isOver) ? null : error;
  } catch (thrown) {
    return toMigratorError(thrown);
  }
}

/** Nothing else could succeed either: the credentials are gone, the disk is full, or somebody said stop. */
async function endsTheRun(run: RepositoryJob, error: MigratorError): Promise<boolean> {
  if (error.code === 'interrupted' || error.retry === 'fatal') return true;
  return error.code === 'credentials' && !(await areCredentialsGood(run));
}

/** A token that the host rejects by now is left out by its check, where there are others: Git takes one of these. */
async function hasOtherCredential(
  run: RepositoryJob,
  planned: PlannedRepository,
  error: MigratorError,
): Promise<boolean> {
  if (error.code !== 'credentials' || run.signal.aborted) return false;
  const { source, plan } = run.context;
  const name = { workspace: plan.source.workspace, slug: planned.source };
  const secret = () => source.gitAccess(name).credential?.password;
  const before = secret();
  return (await areCredentialsGood(run)) && secret() !== before;
}

/** One repository may be closed to credentials that open all others. */
async function areCredentialsGood({ context, signal }: RepositoryJob): Promise<boolean> {
  try {
    await context.source.verifyCredentials({ ...plannedReads(context.plan), signal });
    await context.target.verifyCredentials({ signal });
    return true;
  } catch (thrown) {
    // A host that gives no answer has not refused anything.
    return toMigratorError(thrown).code !== 'credentials';
  }
}

/** A repository that was stopped has not failed. A state that cannot be written any more cannot take this note either. */
async function backToPending(
  run: RepositoryJob,
  source: string,
  error: MigratorError,
): Promise<void> {
  if (error.code === 'state' || error.code === 'disk-full') return;
  await run.work.keep(source, { status: 'pending' });
}

async function finish(
  options: Partial<RepositoryResult> & {
    run: Pick<RepositoryJob, 'context' | 'work'>;
    planned: PlannedRepository;
    startedAt: number;
    outcome: JobOutcome;
    reason?: string;
    failure?: Failure;
  },
): Promise<void> {
  const { run, planned, startedAt, outcome } = options;
  const { clock, emit } = run.context;
  const finishedAt = clock.now();
  const { refs = null, webUrl = null, reason = null, failure = null } = options;
  const result = { refs, reason, failure };
  // The page of one that failed half-way stays known.
  const page = webUrl === null ? {} : { webUrl };
  await run.work.keep(planned.source, { status: outcome, finishedAt, ...result, ...page });
  emit({
    type: 'repository-finished',
    repository: planned.source,
    target: planned.target,
    outcome,
    ...result,
    lfsObjects: options.lfsObjects ?? null,
    pullRequests: options.pullRequests ?? null,
    ...(options.sync !== undefined && { sync: options.sync }),
    webUrl,
    milliseconds: finishedAt - startedAt,
  });
}
