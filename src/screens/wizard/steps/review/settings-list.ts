import { count, namesText } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { settingText } from '../../../../core/report/lines/setting-text.ts';
import type { SettingsAhead } from '../../../../core/report/lines/settings-lines.ts';
import type { Grade } from '../../../../core/settings/mapping/item.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { type LineOptions, marked } from '../../engine/view.ts';
import { inWizardWords } from './wizard-words.ts';

type SettingsRow = SettingsAhead['rows'][number];

/** Settings of one grade by what becomes of them: each reason once, the settings below it. Pure. */
export function settingsOfGrade(
  { rows }: SettingsAhead,
  grade: Grade,
): readonly { readonly why: string; readonly rows: readonly SettingsRow[] }[] {
  const those = rows.filter((row) => row.grade === grade);
  const byReason = Map.groupBy(those, ({ why, offer }) => reasonText(why, offer));
  return [...byReason].map(([why, group]) => ({ why, rows: group }));
}

function reasonText(why: string, offer: string | null): string {
  return `${why}${offer === null ? '' : ` Looser alternative: ${offer}`}`;
}

const signs = {
  looser: { sign: 'warning', role: 'bad' },
  none: { sign: 'failed', role: 'bad' },
  stricter: { sign: 'different', role: 'warning' },
  exact: { sign: 'succeeded', role: 'good' },
} as const;

/** Pure. */
export function settingsList(
  ahead: SettingsAhead,
  grade: Grade,
  options: LineOptions,
): readonly Line[] {
  const { width, glyphs } = options;
  const { sign, role } = signs[grade];
  return settingsOfGrade(ahead, grade).flatMap(({ why, rows }) => [
    ...marked(glyphs[sign], role, safe(inWizardWords(why)), width),
    ...rows.flatMap((row) => settingLines(row, width)),
  ]);
}

function settingLines(row: SettingsRow, width: number): readonly Line[] {
  const { repositories } = row;
  const where =
    repositories.length > 2
      ? count(repositories.length, 'repository', 'repositories')
      : namesText(repositories.map(safe), 2);
  return wrap(`${safe(settingText(row))} (${where})`, width - 6).map((text, at) =>
    line(at === 0 ? '    ' : '      ', text),
  );
}
