import { MigratorError, toFailure } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { shellWord } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { RepositorySettingsResult } from '../../replica/apply/settings/apply-request.ts';
import type { ProblemGroup } from '../../report/group-problems.ts';
import type { SettingsChoice } from '../../settings/applying/apply-context.ts';
import type { SettingOutcome } from '../../settings/applying/setting-outcome.ts';
import type { SettingsResult } from '../../verbs/settings/apply-migration.ts';
import type { Phase, PhaseResult } from '../phase-view.ts';

type Summary = SettingsResult &
  SettingsChoice & { readonly migration: string; readonly dryRun: boolean };

export function isRefused(result: SettingsResult): boolean {
  return allOf(result).some(({ state }) => state === 'refused');
}

const stateWords: Readonly<Record<SettingOutcome['state'], string>> = {
  refused: 'refused',
  kept: 'differs',
  waiting: 'waiting',
  missing: 'missing',
  written: 'written',
  equal: 'equal',
};
const order = Object.keys(stateWords) as readonly SettingOutcome['state'][];

/** Progress, one line. */
export function repositoryLine(result: RepositorySettingsResult): string {
  return `${safe(result.source)}: ${safe(repositorySummary(result))}`;
}

function countsText(settings: readonly SettingOutcome[]): string {
  const parts = order.flatMap((state) => {
    const many = settings.filter((one) => one.state === state).length;
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
export function repositorySummary({ skipped, settings }: RepositorySettingsResult): string {
  return skipped ?? `${count(settings.length, 'setting')} (${countsText(settings)})`;
}

/**
 * Describes everything that is not simply equal, with its reason and what to do; the headline counts all.
 * @param options.applyWith flags with which the same command writes
 */
export function settingsText(
  summary: Summary,
  options: { color: boolean; applyWith: readonly string[] },
): Pick<PhaseResult, 'title' | 'lines'> & { readonly next: readonly string[] } {
  const colors = palette(options.color);
  const { teams, repositories, dryRun } = summary;
  const all = allOf(summary);
  const isMissing = all.some(({ state }) => state === 'missing');
  const flags = options.applyWith.map((word) => ` ${shellWord(word)}`).join('');
  const apply = `Apply them:  migrator settings --migration ${summary.migration}${flags}`;
  return {
    title: `${count(all.length, 'setting')}: ${countsText(all)}.${dryRun ? ' Nothing was written.' : ''}`,
    lines: [
      ...groupLines('Teams', teams, colors),
      ...repositories.flatMap(({ source, settings }) => groupLines(source, settings, colors)),
    ],
    next: dryRun && isMissing ? [apply] : [],
  };
}

/** The same as it is printed. */
export function settingsLines(
  summary: Summary,
  options: { color: boolean; applyWith: readonly string[] },
): readonly string[] {
  const { title, lines, next } = settingsText(summary, options);
  return [...lines, '', title, ...next];
}

/** Refused settings by their cause: one cause, one fix. Pure. */
export function refusedGroups({ teams, repositories }: SettingsResult): readonly ProblemGroup[] {
  const refused = [
    ...teams.map((one) => ({ source: null, one })),
    ...repositories.flatMap(({ source, settings }) => settings.map((one) => ({ source, one }))),
  ].filter(({ one }) => one.state === 'refused');
  const groups = Map.groupBy(refused, ({ one: { kind, note, hint } }) =>
    JSON.stringify([kind, note, hint]),
  );
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { kind, name, note, hint } = first.one;
    const what = members.length > 1 ? kind : `${kind} ${name}`;
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
  title: string,
  settings: readonly SettingOutcome[],
  colors: Palette,
): readonly string[] {
  const shown = order.flatMap((state) =>
    settings.filter((one) => one.state === state && (state !== 'equal' || one.note !== null)),
  );
  if (shown.length === 0) return [];
  const rows = shown.flatMap(({ kind, name, state, note, hint }) => {
    const word = stateWords[state].padEnd(8);
    const label = state === 'refused' ? colors.bad(word) : word;
    const why = note === null ? '' : `  ${safe(note)}`;
    const first = `  ${label}  ${kind} ${safe(name)}${why}`;
    return hint === null ? [first] : [first, `            ${safe(hint)}`];
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
  return jsonLine({
    type: 'settings',
    migration,
    dry_run: dryRun,
    settings: mode,
    invite,
    teams,
    repositories,
  });
}
