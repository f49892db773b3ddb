import { MigratorError, toFailure } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { namedRepositories, type ProblemGroup } from '../../report/group-problems.ts';
import type { Phase } from '../../report/phase-progress.ts';
import {
  type RepositoryFindings,
  type Verification,
  verdicts,
} from '../../verbs/verify/findings/difference.ts';
import { missingOf, type outcomeOf, unverifiedOf } from '../../verbs/verify/findings/outcome.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import {
  gradeCounts,
  headlineOf,
  kindWords,
  noDefectsText,
  notCarried,
  otherCounts,
  ownerOf,
  remedyOf,
  requestsText,
  waitingText,
  whereText,
} from '../comparison/record/wording.ts';
import type { PhaseResult } from '../phase-view.ts';
import { differenceLines, noteLines, type ShownIn, settingLines } from './difference-lines.ts';
import { settingsCommand } from './page/causes.ts';

/** For the terminal: counts, differences with their fixes, and the requests. */
export function verificationLines(
  result: VerificationRecord,
  options: {
    readonly color: boolean;
    readonly page?: string | undefined;
    readonly namesAll?: boolean;
  },
): readonly string[] {
  const colors = palette(options.color);
  const shown = { colors, page: options.page ?? null, namesAll: options.namesAll === true };
  const { outcome, text } = headlineOf(result);
  const isBad = outcome === 'not-complete' || outcome === 'unverified';
  const headline = isBad ? colors.bad(text) : colors.strong(text);
  return [
    '',
    `${headline}  ${result.migration}  ${safe(whereText(result))}`,
    ...countLines(result, colors),
    ...unverifiedLines(result, colors),
    ...differenceLines(result, 'defect', shown),
    ...restLines(result, shown),
  ];
}

/** The same on the screen, where the defects stand by their cause. */
export function verificationText(result: VerificationRecord): Omit<PhaseResult, 'canRepeat'> {
  const colors = palette(true);
  const groups = defectGroups(result);
  const { source, target } = result;
  const { outcome, text } = headlineOf(result);
  return {
    verdict: isBadOutcome(outcome) ? 'bad' : 'good',
    title: text,
    route: {
      from: safe(source.workspace),
      to: safe(`${target.host}/${target.organization}`),
    },
    lines: [
      ...countLines(result, colors),
      ...restLines(result, { colors, page: null, namesAll: false }),
    ],
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
  const isUnchanged = result.hasRereadSource && counts.changedOnSource === 0;
  const others = [...otherCounts(result), ...(isUnchanged ? ['0 changed on Bitbucket since'] : [])];
  const verdict =
    counts.defects === 0
      ? colors.good(noDefectsText(result))
      : colors.bad(count(counts.defects, 'defect'));
  return [
    ...(counts.compared === 0
      ? []
      : [
          `  ${count(counts.compared, 'item')} compared, ${counts.equal.toLocaleString('en-US')} equal: ${verdict}`,
        ]),
    ...(others.length === 0 ? [] : [`  ${others.join(', ')}`]),
    ...gradeLines(repositories),
    ...waitingText(result).map((text) => `  ${text}`),
    `  It took ${safe(requestsText(result))}`,
    `  SHA-256 of the report's data: ${result.sha256}`,
  ];
}

/** Differences that are no defects, what was not compared, and the next command. */
function restLines(result: VerificationRecord, shown: ShownIn): readonly string[] {
  const { repositories } = result;
  const notApplied = repositories.flatMap(({ differences }) =>
    differences.filter(({ verdict }) => verdict === 'not-applied'),
  );
  const canBeMended = repositories.some(({ differences }) =>
    differences.some(({ repair }) => repair !== null),
  );
  return [
    ...verdicts
      .filter((verdict) => verdict !== 'defect')
      .flatMap((wanted) =>
        wanted === 'not-applied' || wanted === 'by-hand'
          ? settingLines(result, wanted, shown)
          : differenceLines(result, wanted, shown),
      ),
    ...noteLines(repositories),
    ...(missingOf(repositories) === 0 || result.status === 'cancelled'
      ? []
      : ['', `Resume:  migrator migrate --resume ${result.migration}`]),
    ...(notApplied.length === 0
      ? []
      : ['', `Apply settings again:  ${settingsCommand(result.migration, notApplied)}`]),
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
        source: ownerOf(source, one),
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

/** Repositories that could not be compared, by cause, each with what to do. */
function unverifiedLines(result: Verification, colors: Palette): string[] {
  const without = unverifiedOf(result.repositories);
  if (without.length === 0) return [];
  const groups = Map.groupBy(without, ({ source, target, unverified: { message, hint } }) => {
    // A message may name the repository, within an address too.
    const words = message.split(/([\w-]+)/);
    return JSON.stringify([
      words.map((one) => (one === source || one === target ? '' : one)),
      hint,
    ]);
  });
  const lines = [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { message, hint } = first.unverified;
    const where =
      same.length === 1 ? safe(first.source) : namedRepositories(same.map(({ source }) => source));
    return [`  ${colors.bad(where)}: ${safe(message)}`, `    ${safe(hint)}`];
  });
  return ['', `Not verified (${without.length})`, ...lines];
}

/** Planned settings by grade, for people. */
function gradeLines(repositories: readonly RepositoryFindings[]): string[] {
  const many = repositories.reduce((sum, { settings }) => sum + settings.length, 0);
  const parts = gradeCounts(repositories).map(({ text }) => text);
  return many === 0 ? [] : [`  ${count(many, 'setting')} of the plan: ${parts.join(', ')}`];
}

/** A verification as one line of JSON. */
export function verificationJson({ json }: VerificationRecord): string {
  return jsonLine(json);
}
