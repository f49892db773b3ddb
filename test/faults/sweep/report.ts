import type { Finding } from '../census/finding.ts';
import { table } from '../report.ts';
import { type Fate, fates, nameOf, settings } from './case.ts';
import type { Sweep, SweptCase } from './sweep.ts';

/** Keys as they stand in the JSON output. */
export interface SweepTotals {
  readonly cases: number;
  readonly resumes: number;
  readonly stuck: number;
  readonly lost: number;
  readonly doubled: number;
  readonly other_findings: number;
  /** Cases whose migration had fewer writes than the one that nothing befell. */
  readonly not_struck: number;
  readonly seconds: number;
}

export function sweepTotals({ cases, seconds }: Sweep): SweepTotals {
  const findings = cases.flatMap((one) => one.findings);
  const ofKind = (wanted: Finding['kind']) => findings.filter(({ kind }) => kind === wanted).length;
  const [stuck, lost, doubled] = [ofKind('stuck'), ofKind('lost'), ofKind('doubled')];
  return {
    cases: cases.length,
    resumes: cases.reduce((sum, { resumes }) => sum + resumes, 0),
    stuck,
    lost,
    doubled,
    other_findings: findings.length - stuck - lost - doubled,
    not_struck: cases.filter(({ struck }) => struck === null).length,
    seconds,
  };
}

/** Tells whether every write was struck, and everything is as it should be. */
export function isSweepClean(totals: SweepTotals): boolean {
  const { cases, stuck, lost, doubled, other_findings, not_struck } = totals;
  return cases > 0 && stuck + lost + doubled + other_findings + not_struck === 0;
}

/** Describes what came out, for people. Pure. */
export function sweepLines(sweep: Sweep): readonly string[] {
  const totals = sweepTotals(sweep);
  return [
    `cases               ${totals.cases}, each with hosts of its own, resumed to its end and verified`,
    `resumes             ${totals.resumes}`,
    `stuck               ${totals.stuck}`,
    `lost                ${totals.lost}`,
    `doubled             ${totals.doubled}`,
    `otherwise wrong     ${totals.other_findings}`,
    `not struck          ${totals.not_struck}`,
    `time                ${Math.round(totals.seconds)} s`,
    '',
    ...settingLines(sweep.cases),
    '',
    ...writeLines(sweep.cases),
    '',
    ...sweep.cases.flatMap(({ one, struck, findings }) =>
      findings.map(({ kind, what }) => `${kind}, ${nameOf(one)} (${struck}): ${what}`),
    ),
  ];
}

const headings: Readonly<Record<Fate, string>> = {
  kill: 'killed',
  lost: 'answer lost',
  'lost-4': 'lost 4 times',
};

function settingLines(cases: readonly SweptCase[]): string[] {
  const rows = settings.flatMap((setting) => {
    const own = cases.filter(
      ({ one }) =>
        one.setting.source === setting.source && one.setting.comments === setting.comments,
    );
    return own.length === 0 ? [] : [[`${setting.source}, ${setting.comments}`, ...countsOf(own)]];
  });
  return table(['setting', ...fates.map((fate) => headings[fate])], rows);
}

function writeLines(cases: readonly SweptCase[]): string[] {
  const names = [...new Set(cases.map(({ struck }) => struck ?? 'none'))].sort();
  const rows = names.map((name) => [
    name,
    ...countsOf(cases.filter(({ struck }) => (struck ?? 'none') === name)),
  ]);
  return table(['the write', ...fates.map((fate) => headings[fate])], rows);
}

function countsOf(cases: readonly SweptCase[]): string[] {
  return fates.map((fate) => String(cases.filter(({ one }) => one.fate === fate).length));
}

/** The command that repeats it, and what came out. Pure. */
export function sweepSection(
  sweep: Sweep,
  options: { every: number; onlySettings: boolean; onlyImports: boolean; date: Date },
): string {
  const { every, onlySettings, onlyImports, date } = options;
  const only = onlySettings ? ' --only-settings' : onlyImports ? ' --only-imports' : '';
  const part = `${only}${every === 1 ? '' : ` --every ${every}`}`;
  return [
    `\`npm run faults -- --sweep${part}\`, ${date.toISOString().slice(0, 10)}`,
    '',
    '```text',
    ...sweepLines(sweep).slice(0, -1),
    '```',
  ].join('\n');
}
