import { toFailure } from '../../kernel/errors.ts';
import { count, formatDate, formatDuration } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { restrictionText } from '../../report/lines/setting-text.ts';
import type { Phase } from '../../report/phase-progress.ts';
import { toDoLines } from '../../report/summary/to-do-lines.ts';
import type { ToDo } from '../../report/summary/to-dos.ts';
import { isCutOver } from '../../verbs/cutover/check/start-over.ts';
import type { CutoverOutcome } from '../../verbs/cutover/cutover.ts';
import { cutoverSteps } from '../../verbs/cutover/run/checklist.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import { costText, type RereadPlan } from '../../verbs/sync/reread/plan-rereads.ts';
import type { PhaseResult } from '../phase-view.ts';

type Run = Pick<CutoverRun, 'migration' | 'plan'>;
type Finished = Extract<CutoverOutcome, { kind: 'finished' }>;

/** Describes what is about to happen, before a person is asked. */
export function checkLines(
  check: CutoverCheck,
  { plan, announce }: Run & Pick<CutoverRun, 'announce'>,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const { repositories, excepted, notes, lock, expected, lockedSince } = check;
  const begun = repositories.filter(({ done }) => done.size > 0).length;
  const many = count(repositories.length, 'repository', 'repositories');
  const { organization } = plan.target;
  const noteLines = notes.map((note) => `${colors.warning('Note:')} ${safe(note)}`);
  if (isCutOver(check) && !announce) {
    return [`${colors.strong(`Already cut over: ${many} in ${safe(organization)}`)}`, ...noteLines];
  }
  return [
    colors.strong(
      `Cut-over of ${many} from ${safe(plan.source.workspace)} to ${safe(organization)}`,
    ),
    ...(begun === 0 ? [] : [`${begun} started earlier: finished steps are not repeated.`]),
    ...(lockedSince === null
      ? []
      : [colors.warning(`Bitbucket has been locked since ${formatDate(lockedSince)}.`)]),
    `Locks Bitbucket: nobody can push or merge${lock.coversTags ? '' : '; people can still push tags'}.`,
    ...[...excepted].flatMap(([slug, all]) =>
      all.map(
        ({ restriction, names }) =>
          `  ${safe(slug)}: ${lock.letsExceptedThrough ? `can still push, exempt from "${safe(restrictionText(restriction))}"` : `these people may be exempt from "${safe(restrictionText(restriction))}", so ask them not to push`}: ${names.map((name) => safe(name)).join(', ')}`,
      ),
    ),
    'Then: final sync, settings, verify, open the GitHub repositories.',
    ...(announce
      ? [
          'Finally: a comment on each open Bitbucket pull request; Bitbucket emails people about it.',
        ]
      : []),
    ...noteLines,
    ...rereadLines(check, plan),
    ...requestLines(expected),
    `${colors.strong('Expected:')} about ${count(expected.minutes, 'minute')} if little has changed since the last sync.`,
  ];
}

/** Describes what the source's limit makes of it while nobody can push. */
function requestLines({
  requests,
  budget,
  waits,
  target,
}: CutoverCheck['expected']): readonly string[] {
  const text = requestText('Bitbucket', { requests, budget });
  const { reads, writes } = target;
  const toTarget = `About ${count(reads, 'read')} and ${count(writes, 'write')} on GitHub.`;
  if (waits === 0) return [`${text}.`, toTarget];
  return [
    toTarget,
    `${text}: Bitbucket stays locked about ${count(waits, 'minute')} longer.`,
    'To shorten this, wait an hour, or cut over fewer repositories at a time.',
  ];
}

/** Says how many requests a host gets, and how many it allows. Without a full stop. Pure. */
export function requestText(
  host: string,
  { requests, budget }: Pick<CutoverCheck['expected'], 'requests' | 'budget'>,
): string {
  const many = `About ${count(requests, 'request')} to ${host}`;
  if (budget === null) return many;
  const { left, limit } = budget;
  const [more, all] = [left.toLocaleString('en-US'), limit.toLocaleString('en-US')];
  return `${many}, which has ${more} of ${all} requests left this hour`;
}

/** Describes what is read although nothing shows it as changed. */
function rereadLines({ rereads }: CutoverCheck, plan: Run['plan']): readonly string[] {
  const { unread, last } = rereads;
  const { kind } = plan.source;
  return [
    ...(unread.pullRequests === 0
      ? []
      : [
          `Before the lock: re-reads closed pull requests that the last sync skipped: ${costText(unread, kind)}. --reread open skips them.`,
        ]),
    ...(last.pullRequests === 0
      ? []
      : [`The final sync re-reads, changed or not: ${costText(last, kind)}.`]),
  ];
}

export function checkJson(check: CutoverCheck, { migration }: Run): string {
  const { repositories, excepted, notes, problems, expected, lock, rereads, lockedSince } = check;
  const costOf = ({ pullRequests, requests }: RereadPlan) => ({ pullRequests, requests });
  return jsonLine({
    type: 'cutover-check',
    migration: migration.id,
    minutes: expected.minutes,
    source_requests: {
      expected: expected.requests,
      ...(expected.budget ?? { left: null, limit: null }),
      waits_minutes: expected.waits,
    },
    target_requests: expected.target,
    covers_tags: lock.coversTags,
    locked_since: lockedSince === null ? null : new Date(lockedSince).toISOString(),
    repositories: repositories.map(({ planned, done }) => ({
      source: planned.source,
      target: planned.target,
      done: [...done],
      excepted: (excepted.get(planned.source) ?? []).map(({ restriction, names }) => ({
        restriction,
        names,
      })),
    })),
    notes,
    rereads: { unread: costOf(rereads.unread), last: costOf(rereads.last) },
    problems: problems.map(toFailure),
  });
}

/** The phases of a cut-over, as the screen lists them. */
export function cutoverPhases({
  announce,
  rereads,
}: Record<'announce' | 'rereads', boolean>): readonly Phase[] {
  return [
    { id: 'check', label: 'Check both sides' },
    ...(rereads ? [{ id: 'reread', label: 'Re-read pull requests' }] : []),
    { id: 'lock', label: 'Lock and test a push' },
    { id: 'sync', label: 'Final sync' },
    { id: 'settings', label: 'Apply settings' },
    { id: 'verify', label: 'Verify' },
    { id: 'open', label: 'Open GitHub' },
    ...(announce ? [{ id: 'announce', label: 'Comment on pull requests' }] : []),
  ];
}

/** A run with what its repositories leave to people. */
type Ended = Run & { readonly toDos: readonly ToDo[] };

/** Describes a cut-over that has ended: a headline, what is left to do by hand, and what a person needs next. */
export function finishedText(
  { check, durations, visibilities, notes, lockedMilliseconds }: Finished,
  { migration, toDos }: Ended,
  options: { color: boolean },
): Pick<PhaseResult, 'title' | 'lines'> {
  const colors = palette(options.color);
  const total = cutoverSteps.reduce((sum, step) => sum + durations[step], 0);
  const kept = check.repositories
    .filter(({ planned }) => visibilities.get(planned.source) !== planned.visibility)
    .map(({ planned }) => planned.target);
  const parts = cutoverSteps.map((step) => `${step} ${formatDuration(durations[step])}`);
  const many = count(check.repositories.length, 'repository', 'repositories');
  const isOver = isCutOver(check);
  return {
    title: isOver
      ? `${many} already cut over${notes === null ? ': nothing to do' : ''}.`
      : `${many} cut over in ${formatDuration(total)}: ${parts.join(', ')}.`,
    lines: [
      ...(isOver && notes === null
        ? check.notes.map((note) => `${colors.warning('Note:')} ${safe(note)}`)
        : []),
      ...(lockedMilliseconds === null || isOver
        ? []
        : [`Nobody could push for ${formatDuration(lockedMilliseconds)}.`]),
      ...(kept.length === 0 ? [] : [`Private, as on Bitbucket: ${kept.map(safe).join(', ')}.`]),
      ...(notes === null
        ? []
        : [`${count(notes, 'comment')} written on open Bitbucket pull requests.`]),
      ...toDoLines(toDos, { colors, migration: migration.id }),
      '',
      `${colors.warning('Bitbucket stays locked.')} To point clones to GitHub:`,
      `  migrator remotes --migration ${migration.id} --output remotes`,
    ],
  };
}

/** The same as it is printed. */
export function finishedLines(
  outcome: Finished,
  run: Ended,
  options: { color: boolean },
): readonly string[] {
  const { title, lines } = finishedText(outcome, run, options);
  return [palette(options.color).good(title), ...lines];
}

export function finishedJson(
  { check, durations, visibilities, notes, lockedMilliseconds }: Finished,
  { migration, toDos }: Ended,
): string {
  return jsonLine({
    type: 'cutover',
    migration: migration.id,
    milliseconds: durations,
    locked_milliseconds: lockedMilliseconds,
    notes,
    to_do: toDos.map(({ pages: _, ...one }) => one),
    repositories: check.repositories.map(({ planned: { source, target, visibility } }) => ({
      source,
      target,
      visibility: visibilities.get(source) ?? visibility,
    })),
  });
}
