import { MigratorError, toFailure } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { ProblemGroup } from '../../report/group-problems.ts';
import { gradesInOrder } from '../../settings/compare/settings-summary.ts';
import {
  type Difference,
  type outcomeOf,
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
import type { Phase, PhaseResult } from '../phase-view.ts';

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
  const { outcome, text } = headlineOf(result);
  const isBad = outcome === 'not-complete' || outcome === 'unverified';
  const headline = isBad ? colors.bad(text) : colors.strong(text);
  return [
    '',
    `${headline}  ${result.migration}  ${safe(whereText(result))}`,
    ...countLines(result, colors),
    ...unverifiedLines(result, colors),
    ...differenceLines(result.repositories, 'defect', colors),
    ...restLines(result, colors),
  ];
}

/** The same on the screen, where the defects stand by their cause. */
export function verificationText(result: VerificationRecord): Omit<PhaseResult, 'canRepeat'> {
  const colors = palette(true);
  const groups = defectGroups(result);
  const { outcome, text } = headlineOf(result);
  return {
    verdict: isBadOutcome(outcome) ? 'bad' : 'good',
    title: `${text}  ${safe(whereText(result))}`,
    lines: [...countLines(result, colors), ...restLines(result, colors)],
    groups,
  };
}

/** Tells whether somebody has to look at it. Pure. */
export function isBadOutcome(outcome: ReturnType<typeof outcomeOf>): boolean {
  return outcome === 'not-complete' || outcome === 'defects' || outcome === 'unverified';
}

/** Counts what was compared, and what it came to. */
function countLines(result: VerificationRecord, colors: Palette): readonly string[] {
  const { counts, repositories } = result;
  const verdict =
    counts.defects === 0
      ? colors.good('No differences')
      : colors.bad(count(counts.defects, 'defect'));
  return [
    ...(counts.compared === 0
      ? []
      : [
          `  ${count(counts.compared, 'item')} compared, ${counts.equal.toLocaleString('en-US')} equal: ${verdict}`,
        ]),
    ...otherCounts(result),
    ...gradeLines(repositories),
    `  It took ${safe(requestsText(result))}`,
    `  SHA-256 of this report: ${result.sha256}`,
  ];
}

/** Differences that are no defects, what was not compared, and the next command. */
function restLines(result: VerificationRecord, colors: Palette): readonly string[] {
  const { repositories } = result;
  const canBeMended = repositories.some(({ differences }) =>
    differences.some(({ repair }) => repair !== null),
  );
  return [
    ...verdicts
      .filter((verdict) => verdict !== 'defect')
      .flatMap((wanted) => differenceLines(repositories, wanted, colors)),
    ...noteLines(repositories),
    '',
    notCarried(result),
    ...(canBeMended
      ? ['', `Repair:  migrator verify --migration ${result.migration} --repair`]
      : []),
  ];
}

/** Defects, and repositories that could not be compared, by their cause: one cause, one fix. Pure. */
function defectGroups({ repositories }: VerificationRecord): readonly ProblemGroup[] {
  const causes = repositories.flatMap(({ source, unverified, differences }) => [
    ...(unverified === null
      ? []
      : [{ source, name: null, message: unverified.message, hint: unverified.hint }]),
    ...differences
      .filter(({ verdict }) => verdict === 'defect')
      .map((one) => ({
        source,
        name: `${kindWords[one.kind]} ${one.name}`,
        message: one.message,
        hint: remedyOf(one),
      })),
  ]);
  const groups = Map.groupBy(causes, ({ name, message, hint }) =>
    JSON.stringify([name, message, hint]),
  );
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { name, message, hint, source } = first;
    const sources = [...new Set(members.map((one) => one.source))];
    const where = sources.length > 1 ? '' : `${source}: `;
    const text = `${where}${name === null ? '' : `${name} `}${message}`;
    return [
      {
        cause: toFailure(new MigratorError('refused', text, { hint })),
        repositories: sources.length > 1 ? sources : [],
      },
    ];
  });
}

/** The phases of a verification, as the screen lists them. */
export function verifyPhases(options: {
  readonly rereadSource: boolean;
  readonly repair: boolean;
}): readonly Phase[] {
  return [
    ...(options.rereadSource ? [{ id: 'source', label: 'List Bitbucket again' }] : []),
    { id: 'compare', label: 'Compare with GitHub' },
    ...(options.repair
      ? [
          { id: 'repair', label: 'Repair' },
          { id: 'again', label: 'Compare again' },
        ]
      : []),
    { id: 'record', label: 'Hash the report' },
  ];
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
    ...(hasRereadSource ? [`${changedOnSource} changed on Bitbucket since`] : []),
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
