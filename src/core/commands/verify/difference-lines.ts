import { count } from '../../kernel/format/format.ts';
import type { Palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { restrictionText } from '../../report/lines/setting-text.ts';
import { linesOfOne } from '../../report/summary/to-do-lines.ts';
import { openSettings } from '../../report/summary/to-dos.ts';
import type {
  Difference,
  RepositoryFindings,
  Verdict,
  Verification,
} from '../../verbs/verify/findings/difference.ts';
import {
  isOfOrganization,
  kindWords,
  ownerOf,
  remedyOf,
  verdictTitles,
} from '../comparison/record/wording.ts';

/** For each verdict; JSON and the page have all. */
const mostShown: Readonly<Record<Verdict, number>> = {
  defect: 100,
  'not-applied': 20,
  'by-hand': 20,
  'left-behind': 20,
  'changed-on-source': 20,
  'added-since': 10,
  expected: 10,
};

/** How differences are shown, and the page that was written with all of them. */
export interface ShownIn {
  readonly colors: Palette;
  readonly page: string | null;
  /** All repositories of a setting are named. */
  readonly namesAll: boolean;
}

/** Lists the settings of one verdict as the summary of a run does: one cause once for all repositories. Pure. */
export function settingLines(
  { repositories, migration }: Verification,
  wanted: 'not-applied' | 'by-hand',
  { colors, page, namesAll }: ShownIn,
): string[] {
  const withId = (text: string) => text.replaceAll('<id>', migration);
  const settings = repositories.flatMap(({ source, target, differences }) =>
    differences
      .filter(({ verdict }) => verdict === wanted)
      .map((one) => ({
        repository: isOfOrganization(one) ? null : { source, target },
        name: restrictionText(one.name),
        note: withId(one.message.replace(/^not migrated: /, '')),
        fix: one.advice === null ? null : withId(one.advice),
      })),
  );
  const toDos = openSettings(settings);
  if (toDos.length === 0) return [];
  const shown = toDos.slice(0, mostShown[wanted]);
  const mostNames = namesAll ? Number.POSITIVE_INFINITY : undefined;
  const lines = shown.flatMap((one) => linesOfOne(one, colors, mostNames));
  const left = toDos.length - shown.length;
  const more = left === 0 ? [] : [`and ${count(left, 'other')}${whereAll(settings.length, page)}`];
  return ['', verdictTitles[wanted], ...[...lines, ...more].map((line) => `  ${line}`)];
}

/** Says where all of them are listed. */
function whereAll(many: number, page: string | null): string {
  return page === null
    ? ': --output FILE.html or --json show all'
    : `; all ${many.toLocaleString('en-US')}: ${safe(page)}`;
}

/** Lists the differences of one verdict, the first of many. Pure. */
export function differenceLines(
  { repositories, migration }: Verification,
  wanted: Exclude<Verdict, 'not-applied' | 'by-hand'>,
  { colors, page }: ShownIn,
): string[] {
  const rows = repositories.flatMap(({ source, differences }) =>
    differences
      .filter(({ verdict }) => verdict === wanted)
      .map((one) => ({ source: ownerOf(source, one), one })),
  );
  if (rows.length === 0) return [];
  // A defect is one of its repository; anything else is listed once for all that have it.
  const groups =
    wanted === 'defect' ? rows.map((one) => [one]) : [...Map.groupBy(rows, groupOf).values()];
  const lines = groups
    .slice(0, mostShown[wanted])
    .flatMap((group) => oneGroup(group, migration, colors));
  const left = groups.slice(mostShown[wanted]).flat().length;
  if (left > 0) lines.push(`  and ${count(left, 'other')}${whereAll(rows.length, page)}`);
  return ['', verdictTitles[wanted], ...lines];
}

interface Row {
  readonly source: string;
  readonly one: Difference;
}

function groupOf({ one: { kind, name, message } }: Row): string {
  return JSON.stringify([kind, name, message]);
}

function oneGroup(rows: readonly Row[], migration: string, colors: Palette): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const sources = new Set(rows.map(({ source }) => source));
  const where = sources.size > 1 ? `${sources.size} repositories` : safe(first.source);
  const { verdict, kind, name, message } = first.one;
  const shown = kind === 'setting' ? restrictionText(name) : name;
  const what = `${where}: ${kindWords[kind]} ${safe(shown)}`;
  const said = message.replaceAll('<id>', migration);
  const line = `  ${verdict === 'defect' ? colors.bad(what) : what}  ${safe(said)}`;
  const remedy = remedyOf(first.one);
  return remedy === null ? [line] : [line, `    ${safe(remedy.replaceAll('<id>', migration))}`];
}

/** Lists what was not compared. Pure. */
export function noteLines(repositories: readonly RepositoryFindings[]): string[] {
  const notes = repositories.flatMap(({ source, notes: all, failure }) =>
    all.map((note, at) => ({ source, note, fix: at === 0 ? (failure?.hint ?? null) : null })),
  );
  const lines = [...Map.groupBy(notes, ({ note }) => note)].flatMap(([note, same]) => {
    const where = same.length === 1 ? (same[0]?.source ?? '') : `${same.length} repositories`;
    const fix = same[0]?.fix ?? null;
    return [`  ${safe(where)}: ${safe(note)}`, ...(fix === null ? [] : [`    Fix: ${safe(fix)}`])];
  });
  return lines.length === 0 ? [] : ['', 'Not compared', ...lines];
}
