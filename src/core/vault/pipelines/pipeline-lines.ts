import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { entryName } from '../entries/entry-path.ts';
import type { LeftoverReport } from './clean-up.ts';
import type { PipelinePlan } from './pipeline-plan.ts';
import type { RepositoryReport, RunOutcome } from './run-repository.ts';

const outcomes: Readonly<Record<RunOutcome, string>> = {
  filled: 'filled',
  incomplete: 'incomplete: some variables are empty or were not accepted',
  barred:
    'blocked: the host paused it (environment closed to this branch, or no build minutes left); stopped, not forced',
  failed: 'failed',
  'timed-out': 'stopped: it did not finish in time',
};

/** Describes what came of the pipelines, for people. Pure. */
export function pipelineLines(
  { skipped }: PipelinePlan,
  reports: readonly RepositoryReport[],
): readonly string[] {
  return [
    ...reports.flatMap(({ slug, runs, failure, leftovers }) => [
      ...runs.map(({ environment, outcome, filled, values, reason, webUrl }) => {
        const where = environment === null ? slug : `${slug} (${environment})`;
        const sums = `${filled.length} of ${count(values.length, 'value')}`;
        const why = reason === null ? '' : `. ${reason}`;
        const link = outcome === 'filled' || webUrl === null ? '' : ` ${webUrl}`;
        return safe(`${where}: ${sums}, ${outcomes[outcome]}${why}${link}`);
      }),
      ...(failure === null ? [] : [`failed   ${safe(`${slug}: ${failure.message}`)}`]),
      ...(failure?.hint ? [`         ${safe(failure.hint)}`] : []),
      ...leftovers.map((one) => `left     ${safe(`${slug}: ${one.message}`)}`),
    ]),
    ...(reports.some(({ leftovers }) => leftovers.length > 0)
      ? ['The next run or `migrator secrets cleanup` deletes the leftovers.']
      : []),
    ...skipped.map(({ address, reason }) => safe(`${entryName(address)}: skipped, ${reason}`)),
  ];
}

/** The same for programs. */
export function pipelineJson(plan: PipelinePlan, reports: readonly RepositoryReport[]): object {
  return {
    repositories: reports.map(({ slug, runs, failure, leftovers }) => ({
      repository: slug,
      runs: runs.map(({ environment, outcome, filled, values, reason, webUrl }) => ({
        environment,
        outcome,
        filled: filled.length,
        values: values.length,
        reason,
        webUrl,
      })),
      failure,
      left: leftovers,
    })),
    leftOut: plan.skipped.map(({ address, reason }) => ({ ...address, reason })),
  };
}

export function leftoverLines(reports: readonly LeftoverReport[]): readonly string[] {
  return reports.flatMap(({ record, outcome, failures }) => {
    const name = safe(`${record.source.workspace}/${record.source.slug}`);
    switch (outcome) {
      case 'removed':
        return [`${name}: deleted the leftovers from an earlier run`];
      case 'busy':
        return [
          `${name}: another process is working on it (${record.process.pid} on ${safe(record.process.hostname)})`,
        ];
      default:
        return failures.flatMap(({ message, hint }) => [
          `left     ${name}: ${safe(message)}`,
          ...(hint === null ? [] : [`         ${safe(hint)}`]),
        ]);
    }
  });
}
