import { toFailure } from '../../kernel/errors.ts';
import { count, formatDate, formatDuration } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Aborted } from '../../verbs/cutover/abort.ts';
import type { CutoverOutcome } from '../../verbs/cutover/cutover.ts';
import type { UnlockOutcome } from '../../verbs/cutover/lock/unlock-repository.ts';
import { cutoverSteps } from '../../verbs/cutover/run/checklist.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import { costText, type RereadPlan } from '../../verbs/sync/reread/plan-rereads.ts';
import type { Phase, PhaseResult } from '../phase-view.ts';

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
          `  ${safe(slug)}: ${lock.letsExceptedThrough ? `can still push, exempt from ${safe(restriction)}` : `these people may be exempt from ${safe(restriction)}, so ask them not to push`}: ${names.map((name) => safe(name)).join(', ')}`,
      ),
    ),
    'Then: final sync, settings, verify, open GitHub.',
    ...(announce
      ? [
          'Finally: a comment on each open Bitbucket pull request; Bitbucket emails people about it.',
        ]
      : []),
    ...notes.map((note) => `${colors.warning('Note:')} ${safe(note)}`),
    ...rereadLines(check, plan),
    ...requestLines(expected),
    `${colors.strong('Expected:')} about ${count(expected.minutes, 'minute')} if little changed since the last sync.`,
  ];
}

/** Describes what the source's limit makes of it while nobody can push. */
function requestLines({ requests, budget, waits }: CutoverCheck['expected']): readonly string[] {
  const many = `About ${count(requests, 'request')} to Bitbucket`;
  if (budget === null) return [`${many}.`];
  const left = `${budget.left.toLocaleString('en-US')} more of ${budget.limit.toLocaleString('en-US')} this hour`;
  if (waits === 0) return [`${many}, which allows ${left}.`];
  return [
    `${many}, which allows ${left}: Bitbucket stays locked about ${count(waits, 'minute')} longer.`,
    'To shorten this, wait an hour, or cut over fewer repositories at a time.',
  ];
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

/** Describes a step that is done, in a line. */
export function stepLine(
  { step, source, summary }: Record<'step' | 'source' | 'summary', string>,
  options: { color: boolean },
): string {
  const { good } = palette(options.color);
  return `${good(step.padEnd(10))}${safe(source)}  ${safe(summary)}`;
}

/** The phases of a cut-over, as the screen lists them. */
export function cutoverPhases(announce: boolean): readonly Phase[] {
  return [
    { id: 'check', label: 'Check both sides' },
    { id: 'lock', label: 'Lock and test a push' },
    { id: 'sync', label: 'Final sync' },
    { id: 'settings', label: 'Apply settings' },
    { id: 'verify', label: 'Verify' },
    { id: 'open', label: 'Open GitHub' },
    ...(announce ? [{ id: 'announce', label: 'Comment on pull requests' }] : []),
  ];
}

/** Describes a cut-over that has ended: a headline, and what a person needs next. */
export function finishedText(
  { check, durations, visibilities, notes, lockedMilliseconds }: Finished,
  { migration }: Run,
  options: { color: boolean },
): Pick<PhaseResult, 'title' | 'lines'> {
  const colors = palette(options.color);
  const total = cutoverSteps.reduce((sum, step) => sum + durations[step], 0);
  const kept = check.repositories
    .filter(({ planned }) => visibilities.get(planned.source) !== planned.visibility)
    .map(({ planned }) => planned.target);
  const parts = cutoverSteps.map((step) => `${step} ${formatDuration(durations[step])}`);
  return {
    title: `${count(check.repositories.length, 'repository', 'repositories')} cut over in ${formatDuration(total)}: ${parts.join(', ')}.`,
    lines: [
      ...(lockedMilliseconds === null
        ? []
        : [`Bitbucket was locked for ${formatDuration(lockedMilliseconds)}.`]),
      ...(kept.length === 0 ? [] : [`Private, as on Bitbucket: ${kept.map(safe).join(', ')}.`]),
      ...(notes === null
        ? []
        : [`${count(notes, 'comment')} written on open Bitbucket pull requests.`]),
      `${colors.warning('Bitbucket stays locked.')} To point clones to GitHub:`,
      `  migrator remotes --migration ${migration.id} --output remotes`,
    ],
  };
}

/** The same as it is printed. */
export function finishedLines(
  outcome: Finished,
  run: Run,
  options: { color: boolean },
): readonly string[] {
  const { title, lines } = finishedText(outcome, run, options);
  return [palette(options.color).good(title), ...lines];
}

export function finishedJson(
  { check, durations, visibilities, notes, lockedMilliseconds }: Finished,
  { migration }: Run,
): string {
  return jsonLine({
    type: 'cutover',
    migration: migration.id,
    milliseconds: durations,
    locked_milliseconds: lockedMilliseconds,
    notes,
    repositories: check.repositories.map(({ planned: { source, target, visibility } }) => ({
      source,
      target,
      visibility: visibilities.get(source) ?? visibility,
    })),
  });
}

/** Names what a person may have to put right on a source that was unlocked. Hostile. */
export function unlockNotes(unlocked: UnlockOutcome): readonly string[] {
  const { changed, unconfirmed, differences } = unlocked;
  return [
    ...changed.map((one) => `someone had changed the restriction ${one}`),
    ...unconfirmed.map(
      (one) =>
        `add the restriction ${one} again if it was yours: Bitbucket never confirmed migrator's`,
    ),
    ...differences.map((one) => `differs from before the lock: ${one}`),
  ];
}

/** Describes what was taken back, and what was not. */
export function abortText(
  aborted: readonly Aborted[],
  options: { color: boolean },
): Pick<PhaseResult, 'title' | 'lines'> {
  const colors = palette(options.color);
  const lines = aborted.flatMap(({ source, isOpen, openedBy, renamedTo, stays, ...unlocked }) => {
    const { removed } = unlocked;
    if (isOpen) {
      const why =
        openedBy === null
          ? 'its GitHub repository is open'
          : `${openedBy} has opened another GitHub repository`;
      return [
        `${safe(source)}: ${colors.bad('stays locked')}, because ${why}`,
        ...(renamedTo === null ? [] : [`  it is ${safe(renamedTo)} now: rename it back`]),
      ];
    }
    const more = [...unlockNotes(unlocked), ...stays];
    return [
      `${safe(source)}: ${removed === 0 ? 'was not locked' : `${count(removed, 'restriction')} removed`}`,
      ...more.map((one) => `  ${safe(one)}`),
    ];
  });
  const many = aborted.filter(({ removed }) => removed > 0).length;
  return { title: `${count(many, 'source')} unlocked.`, lines };
}

/** The same as it is printed. */
export function abortLines(
  aborted: readonly Aborted[],
  options: { color: boolean },
): readonly string[] {
  const { title, lines } = abortText(aborted, options);
  return [...lines, title];
}

export function abortJson(migration: string, aborted: readonly Aborted[]): string {
  return jsonLine({
    type: 'cutover-abort',
    migration,
    repositories: aborted.map(({ isOpen, openedBy, renamedTo, ...one }) => ({
      ...{ ...one, is_open: isOpen, opened_by: openedBy, renamed_to: renamedTo },
    })),
  });
}
