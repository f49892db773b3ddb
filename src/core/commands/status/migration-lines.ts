import { foldLines, tableLines } from '../../kernel/fold-lines.ts';
import {
  count,
  formatClock,
  formatDate,
  formatDuration,
  namesText,
} from '../../kernel/format/format.ts';
import { pairText, safe } from '../../kernel/format/terminal-text.ts';
import { serviceName } from '../../ports/credentials/host-service.ts';
import { retryAdvice } from '../../report/failure-lines.ts';
import { fields, mark, type Page, section, type Verdict } from '../../report/page.ts';
import {
  migrationWord,
  skipReason,
  statusWord,
  waitsForCutover,
} from '../../report/status-words.ts';
import { toDoLines } from '../../report/summary/to-do-lines.ts';
import { halfwayText, rollbackText } from '../../verbs/cutover/halfway.ts';
import { onTargetText, reachedText } from '../../verbs/cutover/targets-reached.ts';
import type { MigrationReport } from './migration-report.ts';
import { nextLines } from './next-lines.ts';

/**
 * One migration for people: how far it is, what holds it up, failures by cause, then every repository. Pure.
 * @param options.follows its targets stay closed until the cut-over
 */
export function migrationLines(
  report: MigrationReport,
  page: Page,
  { follows }: { readonly follows: boolean },
): readonly string[] {
  const { migration, source, target } = report;
  const { colors, signs } = page;
  const waits = follows && report.status === 'completed' && reachedText(report.targets) === null;
  const word = wordOf(report, waits);
  const verdict = waits ? null : verdictOf(report);
  return [
    `${colors.strong(migration)}  ${verdict === null ? word : colors[verdict](word)}`,
    ...fields(page, [
      ['from', `${safe(source.workspace)} ${signs.arrow} ${safe(target.organization)}`],
      ['started', formatDate(Date.parse(report.createdAt))],
      ...progressFields(report),
      ...pullRequestFields(report),
      ...holdingFields(report),
      ...syncFields(report),
      ...targetFields(report),
    ]),
    ...section(page, 'Failures', failureLines(report, page)),
    ...section(
      page,
      'Repositories',
      tableLines(
        report.repositories.map((one) => repositoryCells(one, report, page)),
        page.columns,
      ),
    ),
    ...foldLines(
      toDoLines(
        report.toDo.map((one) => ({ ...one, pages: [] })),
        { colors, migration, listsAll: true },
      ),
      page.columns,
    ),
    ...nextLines(report, waits),
  ];
}

function wordOf(report: MigrationReport, waits: boolean): string {
  const { status, pausedSince, lockedSince, targets } = report;
  const reached = reachedText(targets);
  if (reached !== null) return reached;
  const word = migrationWord(pausedSince === null ? status : 'paused');
  if (targets.unlocking > 0) return `${word}, rollback not finished`;
  if (lockedSince !== null) return `${word}, cut-over not finished`;
  return waits ? `${word}${waitsForCutover}` : word;
}

function verdictOf({ status, targets }: MigrationReport): Verdict | null {
  if (targets.rolledBack > 0) return 'warning';
  if (status === 'completed') return 'good';
  if (status === 'completed_with_failures') return 'bad';
  return status === 'interrupted' || status === 'paused' ? 'warning' : null;
}

type Rows = readonly (readonly [string, string])[];

function progressFields({ percent, counts, ...report }: MigrationReport): Rows {
  const { succeeded, skipped, failed, running, waiting, pending } = counts;
  const total = succeeded + skipped + failed + running + waiting + pending;
  const others = Object.entries({ skipped, failed, running, waiting, queued: pending })
    .filter(([, many]) => many > 0)
    .map(([name, many]) => `, ${many} ${name}`);
  const { milliseconds, millisecondsLeft } = report;
  // The last run has done all of them; what it did is taken back.
  const onTarget = running + waiting > 0 ? null : onTargetText(report.targets);
  const left = millisecondsLeft === null ? '' : `, about ${formatDuration(millisecondsLeft)} left`;
  return [
    ['progress', `${percent}%, ${onTarget ?? `${succeeded} of ${total} done`}${others.join('')}`],
    ...(milliseconds === null
      ? []
      : [['last run', `${formatDuration(milliseconds)}${left}`] as const]),
  ];
}

function pullRequestFields({ pullRequests: { done, total, comments } }: MigrationReport): Rows {
  if (done === 0 && (total ?? 0) === 0) return [];
  const of = total === null || total === done ? '' : ` of ${total.toLocaleString('en-US')}`;
  const many = `${done.toLocaleString('en-US')}${of}`;
  return [['pull requests', `${many}, with ${count(comments, 'comment')}`]];
}

function holdingFields({ limitedBy, waiting }: MigrationReport): Rows {
  return [
    ...(limitedBy === null ? [] : [['limited by', safe(limitedBy)] as const]),
    ...(waiting === null
      ? []
      : [
          [
            'waiting',
            `until ${formatClock(Date.parse(waiting.until))} for ${safe(serviceName(waiting))}: ${safe(waiting.reason)}`,
          ] as const,
        ]),
  ];
}

function syncFields({ repositories }: MigrationReport): Rows {
  const records = repositories.flatMap(({ sync }) => sync ?? []);
  if (records.length === 0) return [];
  const last = formatDate(Math.max(...records.map(({ triedAt }) => Date.parse(triedAt))));
  const open = records.filter(({ outcome }) => outcome === 'partly' || outcome === 'failed').length;
  return [['last synced', `${last}${open === 0 ? '' : `, ${open} incomplete`}`]];
}

/** How far a cut-over and a rollback have come. */
function targetFields({ targets, lockedSince }: MigrationReport): Rows {
  const { created, opened, locked, rolledBack } = targets;
  const whole = `${opened} of ${created} open on GitHub, ${locked} locked on Bitbucket`;
  const text = halfwayText(targets, lockedSince === null ? null : Date.parse(lockedSince));
  return [
    ...(opened === 0 && locked === 0 ? [] : [['cut-over', text ?? whole] as const]),
    ...(rolledBack === 0
      ? []
      : [
          [
            'rollback',
            rollbackText(targets) ??
              `${count(rolledBack, 'repository', 'repositories')} renamed and archived on GitHub`,
          ] as const,
        ]),
  ];
}

/** Names that stand in a line. */
const mostNamed = 5;

function failureLines({ failures }: MigrationReport, page: Page): readonly string[] {
  const { colors, columns } = page;
  return failures.flatMap((failure) => {
    const { message, detail, hint, repositories } = failure;
    const names = namesText(repositories.map(safe), mostNamed);
    const lines = [
      `${mark(page, 'bad', 'failed')}  ${colors.strong(names)}: ${safe(message)}`,
      ...(detail === null ? [] : [`   ${colors.quiet(safe(detail))}`]),
      `   ${hint === null ? `${retryAdvice(failure)}.` : safe(hint)}`,
    ];
    return foldLines(lines, columns);
  });
}

type RepositoryReport = MigrationReport['repositories'][number];

function repositoryCells(
  repository: RepositoryReport,
  { status: run }: MigrationReport,
  { colors, signs }: Page,
): readonly string[] {
  const { source, target, status, sync, rolledBack } = repository;
  const isBegun = status === 'running' || status === 'waiting';
  const name = pairText({ source, target }, signs.arrow);
  const word = run === 'interrupted' && isBegun ? run : statusWord(status);
  const role = { succeeded: 'good', failed: 'bad' } as const;
  if (rolledBack) return [colors.warning('rolled back'), name, contentText(repository)];
  const styled = status in role ? colors[role[status as keyof typeof role]](word) : word;
  const texts = [contentText(repository), ...(sync === null ? [] : [syncText(sync)])];
  return [styled, name, texts.filter((text) => text !== '').join('; ')];
}

function contentText({ failure, reason, refs, pullRequests, step, progress }: RepositoryReport) {
  if (failure !== null) return safe(failure.message);
  if (reason !== null) return safe(skipReason(reason));
  if (step !== null) {
    const far =
      progress === null || !progress.total ? '' : `, ${progress.done} of ${progress.total}`;
    return `${step}${far}`;
  }
  return [
    ...(refs === null ? [] : [refs === 0 ? 'empty' : count(refs, 'ref')]),
    ...(pullRequests ? [count(pullRequests, 'pull request')] : []),
  ].join(', ');
}

function syncText({ outcome, syncedAt, reason }: NonNullable<RepositoryReport['sync']>): string {
  const last = syncedAt === null ? 'never synced' : `synced ${formatDate(Date.parse(syncedAt))}`;
  if (outcome === 'synced') return last;
  const why = reason === null ? 'some changes were skipped' : safe(reason);
  return `${last}; last sync ${outcome}: ${why}`;
}
