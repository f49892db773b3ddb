import { type Failure, MigratorError, toFailure, toMigratorError } from '../errors.ts';
import type { PullRequestCounts, RunCounts } from '../events.ts';
import { listRemoteRefs } from '../git/mirror.ts';
import type { GitAccess } from '../model/git-access.ts';
import type { SourceRepository, TargetRepository } from '../model/repository.ts';
import type { PlannedRepository } from '../plan/plan-schema.ts';
import type { MigrationContext } from './migration-context.ts';
import { runRepository } from './repository-run.ts';
import { sitOutOutage } from './sit-out-outage.ts';

export interface RunRepositories {
  readonly context: MigrationContext;
  readonly repositories: readonly PlannedRepository[];
  readonly sources: ReadonlyMap<string, SourceRepository>;
  /** To be left as they are, by slug. */
  readonly existing: ReadonlyMap<string, TargetRepository>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end the running repositories after their step. */
  readonly drain: AbortSignal;
}

export interface RepositoriesOutcome {
  readonly counts: RunCounts;
  /** Why the run ended before all repositories had their turn. */
  readonly stoppedBy: MigratorError | null;
}

/** Works through the repositories with as many workers as the options say. One that fails does not stop the others. */
export async function runRepositories(run: RunRepositories): Promise<RepositoriesOutcome> {
  const { context } = run;
  const counts = { succeeded: 0, skipped: 0, failed: 0 };
  const stop = new AbortController();
  let stoppedBy: MigratorError | null = null;
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const queue = run.repositories.values();

  const isEnding = () => run.drain.aborted || signal.aborted;

  async function worker(): Promise<void> {
    let isFirst = true;
    for (const planned of queue) {
      if (!isFirst) await rest();
      if (isEnding()) return;
      isFirst = false;
      try {
        counts[await one({ ...run, signal }, planned)] += 1;
      } catch (thrown) {
        const error = toMigratorError(thrown);
        // The others may end their steps.
        if (error.code === 'interrupted' && run.drain.aborted) return;
        stoppedBy ??= error;
        stop.abort(stoppedBy);
        return;
      }
    }
  }

  async function rest(): Promise<void> {
    const { delayMilliseconds } = context.options;
    if (delayMilliseconds === 0 || isEnding()) return;
    const ending = AbortSignal.any([signal, run.drain]);
    await context.clock.sleep(delayMilliseconds, ending).catch(() => {});
  }

  const workers = Math.min(context.options.workers, run.repositories.length);
  await Promise.all(Array.from({ length: workers }, worker));
  if (stoppedBy === null && isEnding()) {
    stoppedBy = new MigratorError('interrupted', 'Interrupted', { retry: 'yes' });
  }
  return { counts, stoppedBy };
}

/** @throws what must end the whole run */
async function one(
  run: RunRepositories,
  planned: PlannedRepository,
): Promise<'succeeded' | 'skipped' | 'failed'> {
  const { context } = run;
  const { source, target } = planned;
  const startedAt = context.clock.now();
  context.emit({ type: 'repository-started', repository: source, target });
  const existing = run.existing.get(source);
  if (existing !== undefined) {
    const reason = `Repository already exists: ${existing.owner}/${existing.name}`;
    await finish({ run, planned, startedAt, outcome: 'skipped', reason, webUrl: existing.webUrl });
    return 'skipped';
  }
  await context.writer.saveRepository(source, { status: 'running', startedAt, failure: null });
  for (let turn = 1; ; turn += 1) {
    try {
      const sourceRepository = run.sources.get(source);
      if (sourceRepository === undefined) throw new TypeError(`preflight did not settle ${source}`);
      const result = await runRepository({
        context,
        planned,
        sourceRepository,
        signal: run.signal,
        isDraining: () => run.drain.aborted,
      });
      await finish({ run, planned, startedAt, outcome: 'succeeded', ...result });
      return 'succeeded';
    } catch (thrown) {
      const error = await afterOutage(run, { planned, error: toMigratorError(thrown), turn });
      if (error === null) continue;
      if (await endsTheRun(run, error)) {
        await backToPending(run, source, error);
        throw error;
      }
      await finish({ run, planned, startedAt, outcome: 'failed', failure: toFailure(error) });
      return 'failed';
    }
  }
}

/** A host that goes away so often while it answers in between is out of order for this repository. */
const mostTurns = 20;

/**
 * A repository that could not reach a host gets another turn when the host answers again; also a second one where it
 * answers at once, because an outage may have ended just then.
 * @returns `null` for another turn; otherwise what the repository fails with
 */
async function afterOutage(
  run: RunRepositories,
  { planned, error, turn }: { planned: PlannedRepository; error: MigratorError; turn: number },
): Promise<MigratorError | null> {
  if (error.code !== 'unavailable' || error.retry !== 'yes' || turn >= mostTurns) return error;
  try {
    const { context, signal } = run;
    const listRefs = (access: GitAccess) => listRemoteRefs({ git: context.git, access, signal });
    const found = await sitOutOutage({
      context,
      repository: planned.source,
      error,
      listRefs,
      signal,
    });
    return found === 'over' || turn === 1 ? null : error;
  } catch (thrown) {
    return toMigratorError(thrown);
  }
}

/** Nothing else could succeed either: the credentials are gone, the disk is full, or somebody said stop. */
async function endsTheRun(run: RunRepositories, error: MigratorError): Promise<boolean> {
  if (error.code === 'interrupted' || error.retry === 'fatal') return true;
  return error.code === 'credentials' && !(await areCredentialsGood(run));
}

/** One repository may be closed to credentials that open all others. */
async function areCredentialsGood({ context, signal }: RunRepositories): Promise<boolean> {
  const { workspace } = context.plan.source;
  try {
    await context.source.verifyCredentials({ workspace, signal });
    await context.target.verifyCredentials({ signal });
    return true;
  } catch (thrown) {
    // A host that gives no answer has not refused anything.
    return toMigratorError(thrown).code !== 'credentials';
  }
}

/** A repository that was stopped has not failed. A state that cannot be written any more cannot take this note either. */
async function backToPending(
  run: RunRepositories,
  source: string,
  error: MigratorError,
): Promise<void> {
  if (error.code === 'state' || error.code === 'disk-full') return;
  await run.context.writer.saveRepository(source, { status: 'pending' });
}

async function finish(options: {
  run: RunRepositories;
  planned: PlannedRepository;
  startedAt: number;
  outcome: 'succeeded' | 'skipped' | 'failed';
  refs?: number;
  lfsObjects?: number;
  pullRequests?: PullRequestCounts | null;
  webUrl?: string | null;
  reason?: string;
  failure?: Failure;
}): Promise<void> {
  const { run, planned, startedAt, outcome } = options;
  const { writer, clock, emit } = run.context;
  const finishedAt = clock.now();
  const { refs = null, webUrl = null, reason = null, failure = null } = options;
  const result = { refs, reason, failure };
  // The page of one that failed half-way stays known.
  const page = webUrl === null ? {} : { webUrl };
  await writer.saveRepository(planned.source, { status: outcome, finishedAt, ...result, ...page });
  emit({
    type: 'repository-finished',
    repository: planned.source,
    target: planned.target,
    outcome,
    ...result,
    lfsObjects: options.lfsObjects ?? null,
    pullRequests: options.pullRequests ?? null,
    webUrl,
    milliseconds: finishedAt - startedAt,
  });
}
