import type { BudgetView } from '../network/budgets.ts';
import { repositoryStatuses } from '../ports/records/migration.ts';
import { timeLeft } from '../report/estimate/time-left.ts';
import { moved } from '../report/run/pace.ts';
import type { RepositoryView } from '../report/run/repository-view.ts';
import type { RunState } from '../report/run/run-state.ts';
import { workDone } from '../report/run/work-done.ts';
import { statusWord } from '../report/status-words.ts';

/** A figure with its values by labels, in the terms that Prometheus and OpenTelemetry share. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly kind: 'gauge' | 'counter';
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

/** Describes what a process knows about itself and its run. */
export interface Measured {
  readonly run: RunState;
  readonly budgets: readonly BudgetView[];
  /** Requests and retries so far, by host. */
  readonly requests: ReadonlyMap<string, number>;
  readonly retries: ReadonlyMap<string, number>;
  readonly now: number;
}

/** Repositories with series of their own: every label value costs the reader memory. */
const mostRepositories = 200;

/** All figures of a run; those of a run that has not begun are missing. Pure. */
export function runMetrics(measured: Measured): readonly Metric[] {
  const { run, requests, retries } = measured;
  const byHost = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([host, value]) => ({ labels: { host }, value }));
  return [
    counter('migrator_requests_total', 'Requests this process sent.', byHost(requests)),
    counter('migrator_retries_total', 'Requests this process sent again.', byHost(retries)),
    ...budgetMetrics(measured.budgets),
    ...(run.migration === null ? [] : migrationMetrics(run, run.migration, measured.now)),
  ];
}

function budgetMetrics(budgets: readonly BudgetView[]): readonly Metric[] {
  const values = (of: (one: BudgetView) => number) =>
    budgets.map((one) => ({ labels: { host: one.host, limit: one.name }, value: of(one) }));
  return [
    gauge(
      'migrator_budget_limit',
      'Hourly limit of a host.',
      values(({ limit }) => limit),
    ),
    gauge(
      'migrator_budget_remaining',
      "Requests left in a host's hourly limit.",
      values(({ limit, used }) => Math.max(0, limit - used)),
    ),
  ];
}

function migrationMetrics(run: RunState, migration: string, now: number): readonly Metric[] {
  const { bytes, pulls } = moved(run);
  const work = workDone(run);
  const left = timeLeft({ run, now });
  const one = (value: number) => [{ labels: { migration }, value }];
  const views = [...run.repositories.values()];
  return [
    gauge(
      'migrator_repositories',
      'Repositories of the migration by state.',
      repositoryStatuses.map((status) => ({
        labels: { migration, state: statusWord(status) },
        value: work[status],
      })),
    ),
    gauge('migrator_run_done_ratio', 'Share of the work that is done.', one(work.share)),
    gauge(
      'migrator_run_git_bytes',
      'Git data this process received in this run.',
      one(Math.round(bytes)),
    ),
    gauge(
      'migrator_run_pull_requests',
      'Pull requests this process wrote in this run.',
      one(pulls),
    ),
    gauge('migrator_run_warnings', 'Warnings of this run.', one(warningsOf(views))),
    gauge('migrator_run_processes', 'Processes working on the migration.', one(run.processes)),
    gauge('migrator_run_paused', '1 while a person has paused it.', one(run.heldSince ? 1 : 0)),
    gauge(
      'migrator_run_time_left_seconds',
      'Estimated time remaining; absent while unknown.',
      left === null ? [] : one(left / 1000),
    ),
    gauge(
      'migrator_repository_state',
      `1 for a repository's current state; covers at most ${mostRepositories} running or failed repositories.`,
      eachOf(views).map((view) => ({
        labels: { migration, repository: view.source, state: statusWord(view.status) },
        value: 1,
      })),
    ),
    gauge(
      'migrator_repository_steps_done',
      'Steps of a repository that are done.',
      eachOf(views).map((view) => ({
        labels: { migration, repository: view.source },
        value: view.stepsDone,
      })),
    ),
  ];
}

/** Repositories that somebody looks for: at work, or failed. */
function eachOf(views: readonly RepositoryView[]): readonly RepositoryView[] {
  const isOpen = ({ status }: RepositoryView) => status === 'running' || status === 'waiting';
  const failed = views.filter(({ status }) => status === 'failed');
  return [...views.filter(isOpen), ...failed].slice(0, mostRepositories);
}

function warningsOf(views: readonly RepositoryView[]): number {
  return views.reduce((sum, { warnings }) => sum + warnings.length, 0);
}

function gauge(name: string, help: string, values: Metric['values']): Metric {
  return { name, help, kind: 'gauge', values };
}

function counter(name: string, help: string, values: Metric['values']): Metric {
  return { name, help, kind: 'counter', values };
}
