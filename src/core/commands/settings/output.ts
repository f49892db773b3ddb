import { MigratorError, toFailure } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { shellWord } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { RepositorySettingsResult } from '../../replica/apply/settings/apply-request.ts';
import { isOwnRequest } from '../../replica/model/own-requests.ts';
import type { ProblemGroup } from '../../report/group-problems.ts';
import type { Phase } from '../../report/phase-progress.ts';
import type { SettingsChoice } from '../../settings/applying/apply-context.ts';
import { kindText, outcomeText } from '../../settings/applying/outcome-text.ts';
import type { SettingOutcome } from '../../settings/applying/setting-outcome.ts';
import { gradeOf, type PlanWithSettings } from '../../settings/compare/settings-summary.ts';
import { isLeftOpen } from '../../settings/kinds/left-open.ts';
import type { SettingsResult } from '../../verbs/settings/apply-migration.ts';
import type { PhaseResult } from '../phase-view.ts';

type Summary = SettingsResult &
  SettingsChoice & { readonly migration: string; readonly dryRun: boolean };

/** Tells whether the host refused a setting; nothing was sent of one that a dry run foresees. Pure. */
export function isRefused(result: SettingsResult): boolean {
  return allOf(result).some(isRefusal);
}

function isRefusal({ state, foreseen }: SettingOutcome): boolean {
  return state === 'refused' && foreseen !== true;
}

/** Tells of one that is there, and does less than the plan wants, that it is short. Pure. */
function shownState(one: SettingOutcome): SettingOutcome['state'] | 'short' {
  const isThere = one.state === 'equal' || one.state === 'written';
  return isThere && isLeftOpen(one) ? 'short' : one.state;
}

/** How a setting is listed: by its state, or more exactly. */
type Listed = SettingOutcome['state'] | 'foreseen' | 'short' | 'planned';

/** @param waits for the cut-over, so that a missing one is no defect */
function listedAs(one: SettingOutcome, waits: boolean): Listed {
  if (one.foreseen === true) return 'foreseen';
  if (one.state === 'missing' && waits) return 'planned';
  return shownState(one);
}

const stateWords: Readonly<Record<Listed, string>> = {
  refused: 'refused',
  foreseen: 'would be refused',
  kept: 'differs',
  waiting: 'waiting',
  short: 'not fully',
  missing: 'missing',
  planned: 'planned',
  written: 'written',
  equal: 'equal',
};
const order = Object.keys(stateWords) as readonly Listed[];

/** Progress, one line. */
export function repositoryLine(result: RepositorySettingsResult, waits: boolean): string {
  return `${safe(result.source)}: ${safe(repositorySummary(result, waits))}`;
}

/** The pull requests that migrator opens hold settings, and are none. */
function withoutRequests(outcomes: readonly SettingOutcome[]): readonly SettingOutcome[] {
  return outcomes.filter((one) => !isOwnRequest(one));
}

function countsText(outcomes: readonly SettingOutcome[], waits: boolean): string {
  const settings = withoutRequests(outcomes);
  const parts = order.flatMap((state) => {
    const many = settings.filter((one) => listedAs(one, waits) === state).length;
    return many === 0 ? [] : [`${many} ${stateWords[state]}`];
  });
  return parts.join(', ') || 'none';
}

/** The phases of applying settings, as the screen lists them. */
export const settingsPhases: readonly Phase[] = [
  { id: 'read', label: 'Read the organization' },
  { id: 'apply', label: 'Compare and apply' },
];

/** Describes a repository that is through, in a line. Hostile. */
export function repositorySummary(
  { skipped, settings }: RepositorySettingsResult,
  waits: boolean,
): string {
  const { length: many } = withoutRequests(settings);
  return skipped ?? `${count(many, 'setting')} (${countsText(settings, waits)})`;
}

interface SettingsOutput {
  readonly color: boolean;
  /** Flags with which the same command writes. */
  readonly applyWith: readonly string[];
  readonly plan: PlanWithSettings;
  /** The plan leaves them to its cut-over, which has not been. */
  readonly waits: boolean;
  /** Lists planned settings too. */
  readonly verbose: boolean;
}

/**
 * Describes everything that is not simply equal, with its reason and what to do; the headline counts all.
 * @returns also what is to be said of the numbers, and the next commands
 */
export function settingsText(
  summary: Summary,
  options: SettingsOutput,
): Pick<PhaseResult, 'title' | 'lines'> & {
  readonly facts: readonly string[];
  readonly next: readonly string[];
} {
  const colors = palette(options.color);
  const { teams, repositories, dryRun } = summary;
  const all = allOf(summary);
  const isMissing = all.some(({ state }) => state === 'missing');
  const flags = options.applyWith.map((word) => ` ${shellWord(word)}`).join('');
  const { waits } = options;
  const when = waits ? 'The cut-over applies them. To apply them now:' : 'Apply them:';
  const apply = `${when}  migrator settings --migration ${summary.migration}${flags}`;
  const lines = [
    ...groupLines({ title: 'Teams', settings: teams, colors }, options),
    ...repositories.flatMap(({ source, settings }) =>
      groupLines({ title: source, settings, colors }, options),
    ),
  ];
  return {
    title: `${headline(summary)} on GitHub: ${countsText(all, waits)}.`,
    facts: [...planText(summary, options.plan), ...(dryRun ? ['Nothing was written.'] : [])],
    lines: lines.map((line) => line.replaceAll('<id>', summary.migration)),
    next: [
      ...(waits && !options.verbose && isMissing ? ['With -v: each planned setting.'] : []),
      ...(dryRun && isMissing ? [apply] : []),
    ],
  };
}

/** Counts what the plan has of these repositories, as every other command does. */
function planText({ repositories }: SettingsResult, plan: PlanWithSettings): readonly string[] {
  const seen = new Set(repositories.flatMap((one) => (one.skipped === null ? [one.source] : [])));
  const planned = plan.repositories.flatMap(({ source, settings = [] }) =>
    seen.has(source) ? settings : [],
  );
  if (planned.length === 0) return [];
  const none = planned.filter((one) => gradeOf(one) === 'none').length;
  const byHand = none === 0 ? '' : `, ${none.toLocaleString('en-US')} of them by hand`;
  const combined = planned.length - none > 1 ? ' GitHub can combine several in one ruleset.' : '';
  return [`The plan has ${count(planned.length, 'setting')}${byHand}.${combined}`];
}

/** `85 settings and 5 teams`. */
function headline({ teams, repositories }: SettingsResult): string {
  const settings = withoutRequests(repositories.flatMap((one) => one.settings));
  const also = teams.length === 0 ? '' : ` and ${count(teams.length, 'team')}`;
  return `${count(settings.length, 'setting')}${also}`;
}

/** The same as it is printed. */
export function settingsLines(summary: Summary, options: SettingsOutput): readonly string[] {
  const { title, lines, facts, next } = settingsText(summary, options);
  return [...lines, '', title, ...facts, ...next];
}

/** Refused settings by their cause: one cause, one fix. Pure. */
export function refusedGroups({ teams, repositories }: SettingsResult): readonly ProblemGroup[] {
  const refused = [
    ...teams.map((one) => ({ source: null, one })),
    ...repositories.flatMap(({ source, settings }) => settings.map((one) => ({ source, one }))),
  ].filter(({ one }) => isRefusal(one));
  const groups = Map.groupBy(refused, ({ one: { kind, note, hint } }) =>
    JSON.stringify([kind, note, hint]),
  );
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { kind, name, note, hint } = first.one;
    const what = members.length > 1 ? kindText(kind) : outcomeText({ kind, name });
    const sources = new Set(members.flatMap(({ source }) => source ?? []));
    const message = `${what}: ${note ?? 'refused'}`;
    return [
      {
        cause: toFailure(new MigratorError('refused', message, { hint })),
        repositories: [...sources],
      },
    ];
  });
}

function allOf({ teams, repositories }: SettingsResult): readonly SettingOutcome[] {
  return [...teams, ...repositories.flatMap(({ settings }) => settings)];
}

function groupLines(
  {
    title,
    settings,
    colors,
  }: {
    readonly title: string;
    readonly settings: readonly SettingOutcome[];
    readonly colors: Palette;
  },
  { waits, verbose }: SettingsOutput,
): readonly string[] {
  const wanted = order.filter((one) => one !== 'planned' || verbose);
  const shown = wanted.flatMap((state) =>
    settings.filter(
      (one) =>
        listedAs(one, waits) === state &&
        (state !== 'equal' || (one.note !== null && !isOwnRequest(one))),
    ),
  );
  if (shown.length === 0) return [];
  const words = shown.map((one) => stateWords[listedAs(one, waits)]);
  const width = Math.max(9, ...words.map((word) => word.length));
  const rows = shown.flatMap((one) => {
    const { kind, name, note, hint } = one;
    const word = stateWords[listedAs(one, waits)].padEnd(width);
    const label = isRefusal(one) ? colors.bad(word) : word;
    const why = note === null ? '' : `  ${safe(note)}`;
    const first = `  ${label}  ${safe(outcomeText({ kind, name }))}${why}`;
    return hint === null ? [first] : [first, `${' '.repeat(width + 4)}${safe(hint)}`];
  });
  return ['', colors.strong(safe(title)), ...rows];
}

/** The whole result as one line of JSON. */
export function settingsJson({
  migration,
  dryRun,
  mode,
  invite,
  teams,
  repositories,
}: Summary): string {
  const shown = (all: readonly SettingOutcome[]) =>
    all.map((one) => ({ ...one, state: shownState(one) }));
  return jsonLine({
    type: 'settings',
    migration,
    dry_run: dryRun,
    settings: mode,
    invite,
    teams: shown(teams),
    repositories: repositories.map((one) => ({ ...one, settings: shown(one.settings) })),
  });
}
