import { count, firstOf, formatDuration } from '../../kernel/format/format.ts';
import { palette } from '../../kernel/format/palette.ts';
import { flagWithValue, shellCommand } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { PullRequestCounts } from '../../ports/records/run-results.ts';
import { failureText, groupFailures, retryAdvice } from '../failure-lines.ts';
import { activeTime, type RepositoryView, type RunState } from './run-state.ts';

/** So many repositories are named for one cause; the state knows them all. */
const namedPerCause = 10;
const mostWarnings = 20;

/**
 * Returns the lines that a finished run leaves on the terminal: every repository accounted for, failures by cause, what
 * to do next.
 */
export function summaryLines(
  state: RunState,
  options: { color: boolean; canBeResumed: boolean },
): readonly string[] {
  const colors = palette(options.color);
  // Earlier runs have summed up theirs.
  const all = [...state.repositories.values()].filter(({ endedEarlier }) => !endedEarlier);
  const counts = state.counts ?? { succeeded: 0, skipped: 0, failed: 0 };
  const time = formatDuration(activeTime(state, 0) ?? 0);
  const ended = counts.succeeded + counts.skipped + counts.failed;
  const open = openOf(all);
  const openText = open === 0 ? '' : `, ${open} queued`;
  const isPart = ended + open > all.length;
  const lines = [
    '',
    `${colors.strong(title(state))}  ${state.migration ?? ''}  ${time}`,
    `  ${counts.succeeded} done, ${counts.skipped} skipped, ${counts.failed} failed${openText}${isPart ? ' in all' : ''}`,
  ];
  const brought = migratedLines(all, options.canBeResumed ? state.migration : null);
  // The counts are the migration's, and what was brought is this run's.
  if (isPart && brought.length > 0)
    lines.push(`  In this run, of ${count(all.length, 'repository', 'repositories')}:`);
  lines.push(...brought, ...warningLines(all), ...causeLines(all, options));
  if (options.canBeResumed && state.status !== 'completed' && state.migration !== null) {
    lines.push('', `Resume:  migrator migrate --resume ${state.migration}`);
  }
  return lines;
}

function migratedLines(all: readonly RepositoryView[], migration: string | null): string[] {
  const lines: string[] = [];
  const refs = all.reduce((sum, repository) => sum + (repository.refs ?? 0), 0);
  const archives = all.filter(isArchived).length;
  const equal =
    archives === 0 ? 'equal to the source' : `in ${count(archives, 'archive')}, not imported yet`;
  if (refs > 0) lines.push(`  ${count(refs, 'ref')} ${equal}`);
  const objects = all.reduce((sum, repository) => sum + (repository.lfsObjects ?? 0), 0);
  if (objects > 0) lines.push(`  ${count(objects, 'LFS object')} migrated`);
  return [...lines, ...pullRequestLines(all, migration)];
}

/** It was written for the importer, and nowhere else. */
function isArchived({ steps }: RepositoryView): boolean {
  return (
    steps.some(({ name }) => name === 'archive') && !steps.some(({ name }) => name === 'import')
  );
}

function pullRequestLines(all: readonly RepositoryView[], migration: string | null): string[] {
  const counts = all.flatMap(({ pullRequests }) => pullRequests ?? []);
  const sum = (key: keyof PullRequestCounts) =>
    counts.reduce((total, one) => total + (one[key] ?? 0), 0);
  const total = sum('total');
  if (total === 0) return [];
  // Where all of them stood before, nothing was brought.
  const isOnTarget = counts.every(({ renamed }) => renamed !== undefined);
  const were = isOnTarget ? 'on the target' : all.some(isArchived) ? 'written' : 'migrated';
  const lines = [
    `  ${count(total, 'pull request')} with ${count(sum('comments'), 'comment')} ${were}`,
  ];
  const notes = [
    [sum('changed'), (many: number) => `${many} arrived changed${howChanged(all, migration)}`],
    [
      sum('placeholders'),
      (many: number) => `${count(many, 'placeholder')} to keep the numbers equal`,
    ],
    [sum('images'), (many: number) => `${count(many, 'image')} in texts left on the source`],
  ] as const;
  for (const [many, words] of notes) if (many > 0) lines.push(`    ${words(many)}`);
  if (counts.some(({ renamed }) => renamed !== undefined)) {
    const left = sum('leftUnchanged');
    const keep = left === 1 ? 'keeps' : 'keep';
    const leftText = left > 0 ? `, ${left} ${keep} old names: see the warnings` : '';
    lines.push(`    names rewritten in ${count(sum('renamed'), 'pull request')}${leftText}`);
  }
  return lines;
}

/** A command that works as it stands; none where the state goes with the run. */
function howChanged(all: readonly RepositoryView[], migration: string | null): string {
  const first = all.find(({ pullRequests }) => (pullRequests?.changed ?? 0) > 0);
  if (migration === null || first === undefined) return '';
  const words = [
    'migrator',
    'status',
    '--migration',
    migration,
    ...flagWithValue('--repository', first.source),
  ];
  return `; details: ${shellCommand(words)}`;
}

function title({ status }: RunState): string {
  if (status === 'completed') return 'Completed';
  if (status === 'completed_with_failures') return 'Completed with failures';
  return status === 'paused' ? 'Paused' : 'Ended';
}

/** Counts repositories of this run that have not had their turn, or not to its end. */
function openOf(all: readonly RepositoryView[]): number {
  const ended: readonly RepositoryView['status'][] = ['succeeded', 'skipped', 'failed'];
  return all.filter(({ status }) => !ended.includes(status)).length;
}

function warningLines(all: readonly RepositoryView[]): string[] {
  const warned = all.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return [];
  const lines = warned.flatMap(({ source, warnings }) =>
    warnings.map((warning) => `${safe(source)}: ${safe(warning)}`),
  );
  return ['', 'Warnings', ...firstOf(lines, mostWarnings).map((line) => `  ${line}`)];
}

function causeLines(all: readonly RepositoryView[], options: { color: boolean }): string[] {
  const colors = palette(options.color);
  const failed = all.flatMap(({ source, status, failure }) =>
    status === 'failed' && failure !== null ? [{ source, failure }] : [],
  );
  if (failed.length === 0) return [];
  const lines = ['', 'Failures by cause'];
  for (const { cause, members } of groupFailures(failed)) {
    lines.push(
      `  ${colors.bad(count(members.length, 'repository', 'repositories'))}, ${retryAdvice(cause)}`,
    );
    const named = members.map(({ source, failure }) => `${safe(source)}: ${failureText(failure)}`);
    lines.push(...firstOf(named, namedPerCause).map((line) => `    ${line}`));
    if (cause.hint !== null) lines.push(`    ${colors.strong('Fix:')} ${safe(cause.hint)}`);
  }
  return lines;
}
