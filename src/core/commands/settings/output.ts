import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { shellWord } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { RepositorySettingsResult } from '../../replica/apply/settings/apply-request.ts';
import type { SettingsChoice } from '../../settings/applying/apply-context.ts';
import type { SettingOutcome } from '../../settings/applying/setting-outcome.ts';
import type { SettingsResult } from '../../verbs/settings/apply-migration.ts';

type Summary = SettingsResult &
  SettingsChoice & { readonly migration: string; readonly dryRun: boolean };

export function isRefused({ teams, repositories }: SettingsResult): boolean {
  const all = [...teams, ...repositories.flatMap(({ settings }) => settings)];
  return all.some(({ state }) => state === 'refused');
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
export function repositoryLine({ source, skipped, settings }: RepositorySettingsResult): string {
  if (skipped !== null) return `${safe(source)}: ${safe(skipped)}`;
  return `${safe(source)}: ${count(settings.length, 'setting')} (${countsText(settings)})`;
}

function countsText(settings: readonly SettingOutcome[]): string {
  const parts = order.flatMap((state) => {
    const many = settings.filter((one) => one.state === state).length;
    return many === 0 ? [] : [`${many} ${stateWords[state]}`];
  });
  return parts.join(', ') || 'none';
}

/**
 * Everything that is not simply equal, with its reason and what to do.
 * @param options.applyWith flags with which the same command writes
 */
export function settingsLines(
  summary: Summary,
  options: { color: boolean; applyWith: readonly string[] },
): readonly string[] {
  const colors = palette(options.color);
  const { teams, repositories, dryRun } = summary;
  const all = [...teams, ...repositories.flatMap(({ settings }) => settings)];
  const lines = [
    ...groupLines('Teams', teams, colors),
    ...repositories.flatMap(({ source, settings }) => groupLines(source, settings, colors)),
    '',
    `${count(all.length, 'setting')}: ${countsText(all)}.${dryRun ? ' Nothing was written.' : ''}`,
  ];
  const isMissing = all.some(({ state }) => state === 'missing');
  if (dryRun && isMissing) {
    const flags = options.applyWith.map((word) => ` ${shellWord(word)}`).join('');
    lines.push(`Apply them:  migrator settings --migration ${summary.migration}${flags}`);
  }
  return lines;
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
