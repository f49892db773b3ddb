import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { gradesInOrder } from '../../settings/compare/settings-summary.ts';
import {
  type Difference,
  type RepositoryFindings,
  unverifiedOf,
  type Verdict,
  type Verification,
} from '../../verbs/verify/findings/difference.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import {
  headlineOf,
  kindWords,
  notCarried,
  notVerified,
  remedyOf,
  requestsText,
  verdicts,
  verdictTitles,
  whereText,
} from '../comparison/record/wording.ts';

/** For each verdict; JSON and the page have all. */
const mostShown: Readonly<Record<Verdict, number>> = {
  defect: 100,
  'changed-on-source': 20,
  'added-since': 10,
  expected: 10,
};

/** For the terminal: counts, differences with their fixes, and the requests. */
export function verificationLines(
  result: VerificationRecord,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const { counts, repositories } = result;
  const { outcome, text } = headlineOf(result);
  const isBad = outcome === 'not-complete' || outcome === 'unverified';
  const headline = isBad ? colors.bad(text) : colors.strong(text);
  const verdict =
    counts.defects === 0
      ? colors.good('No differences')
      : colors.bad(count(counts.defects, 'defect'));
  const lines = [
    '',
    `${headline}  ${result.migration}  ${safe(whereText(result))}`,
    ...(counts.compared === 0
      ? []
      : [
          `  ${count(counts.compared, 'item')} compared, ${counts.equal.toLocaleString('en-US')} equal: ${verdict}`,
        ]),
    ...otherCounts(result),
    ...gradeLines(repositories),
    `  It took ${safe(requestsText(result))}`,
    `  SHA-256 of this record: ${result.sha256}`,
  ];
  lines.push(...unverifiedLines(result, colors));
  for (const wanted of verdicts) lines.push(...differenceLines(repositories, wanted, colors));
  lines.push(...noteLines(repositories), '', notCarried(result));
  const canBeMended = repositories.some(({ differences }) =>
    differences.some(({ repair }) => repair !== null),
  );
  if (canBeMended) {
    lines.push('', `Repair:  migrator verify --migration ${result.migration} --repair`);
  }
  return lines;
}

/** Each with its cause, then the distinct hints. */
function unverifiedLines(result: Verification, colors: Palette): string[] {
  const without = unverifiedOf(result.repositories);
  if (without.length === 0) return [];
  const hints = new Set(without.map(({ unverified }) => unverified.hint));
  return [
    '',
    notVerified(result) ?? '',
    ...without.map(
      ({ source, unverified }) => `  ${colors.bad(safe(source))}  ${safe(unverified.message)}`,
    ),
    ...[...hints].map((hint) => `    ${safe(hint)}`),
  ];
}

function otherCounts({ counts, hasRereadSource }: Verification): string[] {
  const { expected, addedSince, changedOnSource } = counts;
  const parts = [
    ...(expected > 0 ? [count(expected, 'expected difference')] : []),
    ...(addedSince > 0 ? [`${addedSince} added since`] : []),
    ...(hasRereadSource ? [`${changedOnSource} changed on the source since`] : []),
  ];
  return parts.length === 0 ? [] : [`  ${parts.join(', ')}`];
}

/** Planned settings by grade, for people. */
function gradeLines(repositories: readonly RepositoryFindings[]): string[] {
  const grades = repositories.flatMap(({ settings }) => settings.map(({ grade }) => grade));
  const parts = gradesInOrder.flatMap((grade) => {
    const many = grades.filter((one) => one === grade).length;
    return many === 0 ? [] : [`${many.toLocaleString('en-US')} ${grade}`];
  });
  return grades.length === 0 ? [] : [`  ${count(grades.length, 'setting')}: ${parts.join(', ')}`];
}

function differenceLines(
  repositories: readonly RepositoryFindings[],
  wanted: Verdict,
  colors: Palette,
): string[] {
  const rows = repositories.flatMap(({ source, differences }) =>
    differences.filter(({ verdict }) => verdict === wanted).map((one) => ({ source, one })),
  );
  if (rows.length === 0) return [];
  // Nobody has to act on it: the same difference is listed once for all repositories.
  const groups =
    wanted === 'expected' ? [...Map.groupBy(rows, groupOf).values()] : rows.map((one) => [one]);
  const lines = groups.slice(0, mostShown[wanted]).flatMap((group) => oneGroup(group, colors));
  const left = groups.slice(mostShown[wanted]).flat().length;
  if (left > 0) lines.push(`  and ${count(left, 'other')}: --output FILE.html or --json show all`);
  return ['', verdictTitles[wanted], ...lines];
}

interface Row {
  readonly source: string;
  readonly one: Difference;
}

function groupOf({ one: { kind, name, message } }: Row): string {
  return JSON.stringify([kind, name, message]);
}

function oneGroup(rows: readonly Row[], colors: Palette): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const sources = new Set(rows.map(({ source }) => source));
  const where = sources.size > 1 ? `${sources.size} repositories` : safe(first.source);
  const { verdict, kind, name, message } = first.one;
  const what = `${where}: ${kindWords[kind]} ${safe(name)}`;
  const line = `  ${verdict === 'defect' ? colors.bad(what) : what}  ${safe(message)}`;
  const remedy = remedyOf(first.one);
  return remedy === null ? [line] : [line, `    ${safe(remedy)}`];
}

function noteLines(repositories: readonly RepositoryFindings[]): string[] {
  const notes = repositories.flatMap(({ source, notes: all }) =>
    all.map((note) => `  ${safe(source)}: ${safe(note)}`),
  );
  return notes.length === 0 ? [] : ['', 'Not compared', ...notes];
}

/** A verification as one line of JSON. */
export function verificationJson({ json }: VerificationRecord): string {
  return jsonLine(json);
}
