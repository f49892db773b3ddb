import type { BudgetView } from '../../network/budget/budget-view.ts';
import type { TimedEvent } from '../../ports/events.ts';
import type { Migration, RepositoryState, StepState } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { type LiveSnapshot, withMoment } from '../../report/run/live-snapshot.ts';
import {
  pendingView,
  type RepositoryView,
  type StepView,
} from '../../report/run/repository-view.ts';
import { initialRunState, type RunState, reduceRunAll } from '../../report/run/run-state.ts';

/** A run of another process, as its state tells. */
export interface FollowedRun {
  readonly run: RunState;
  /** What was told since the last look; at the first look nothing, whatever was told before. */
  readonly news: readonly TimedEvent[];
  /** The hosts' limits as the process that runs it told them last. */
  readonly budgets: readonly BudgetView[];
  /** Nobody works on it any more. */
  readonly isOver: boolean;
}

/** What a run keeps of what it tells. */
const kept = ['run-started', 'repository-warning', 'repository-finished', 'run-finished'] as const;

/** Looks at a run that another process makes, as often as it is called. */
export function followRun(options: {
  store: Store;
  migration: string;
  /** What holds for the moment, as far as it is known. */
  moment: () => Promise<LiveSnapshot | null>;
}): () => Promise<FollowedRun> {
  const { store, migration: id } = options;
  let seen: ReadonlyMap<string, number> | null = null;
  return async () => {
    // The holder first: what it wrote last before it left has to be read after.
    const holder = await store.findHolder(id);
    const migration = await store.findMigration(id);
    const repositories = await store.listRepositories(id);
    const events: TimedEvent[] = [];
    const news: TimedEvent[] = [];
    const counts = new Map<string, number>();
    for (const type of kept) {
      const all = await store.listEvents(id, type);
      counts.set(type, all.length);
      events.push(...all);
      if (seen !== null) news.push(...all.slice(seen.get(type) ?? 0));
    }
    seen = counts;
    const steps = new Map<string, readonly StepState[]>();
    for (const { source, status } of repositories) {
      if (status === 'running') steps.set(source, await store.listSteps(id, source));
    }
    const isOver = holder === null;
    const byTime = (one: TimedEvent, other: TimedEvent) => one.at - other.at;
    const run = runFromState({
      migration,
      repositories,
      steps,
      isOver,
      events: events.sort(byTime),
    });
    const moment = isOver ? null : await options.moment();
    return {
      run: moment === null ? run : withMoment(run, moment),
      news: news.sort(byTime),
      budgets: moment?.budgets ?? [],
      isOver,
    };
  };
}

/** A run put together from what it keeps: bars and waits are not among it, but of the moment. Pure. */
function runFromState(kept: {
  migration: Migration | null;
  repositories: readonly RepositoryState[];
  /** Of those that are worked on, by slug. */
  steps: ReadonlyMap<string, readonly StepState[]>;
  isOver: boolean;
  /** Oldest first. */
  events: readonly TimedEvent[];
}): RunState {
  const told = reduceRunAll(initialRunState, kept.events);
  const repositories = new Map(
    kept.repositories.map((state) => [
      state.source,
      viewOf(state, told.repositories.get(state.source), kept.steps.get(state.source) ?? []),
    ]),
  );
  const { migration } = kept;
  if (migration === null) return { ...told, repositories };
  return {
    ...told,
    ...(kept.isOver
      ? { status: endStatus(migration), finishedAt: migration.updatedAt }
      : { status: 'running', finishedAt: null, counts: null }),
    migration: migration.id,
    startedAt: told.startedAt ?? migration.createdAt,
    workspace: migration.source.workspace,
    organization: migration.target.organization,
    repositories,
  };
}

/** One that nobody works on, and that has not ended, was interrupted. */
function endStatus({ status }: Migration): RunState['status'] {
  return status === 'completed' || status === 'completed_with_failures' ? status : 'paused';
}

function viewOf(
  state: RepositoryState,
  told: RepositoryView | undefined,
  steps: readonly StepState[],
): RepositoryView {
  const { source, target, status, refs, webUrl, reason, failure, startedAt, finishedAt } = state;
  const views = steps.filter((step) => step.status !== 'pending').map(stepView);
  return {
    ...(told ?? pendingView({ source, target })),
    ...{ source, target, status, refs, webUrl, reason, failure, startedAt, finishedAt },
    step: views.find((view) => view.status === 'running')?.name ?? null,
    steps: views,
  };
}

function stepView({ name, status, summary }: StepState): StepView {
  const shown = status === 'pending' ? 'running' : status;
  return { name, status: shown, summary, startedAt: null, finishedAt: null };
}
