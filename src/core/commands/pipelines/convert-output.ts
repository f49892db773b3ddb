import { count, namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Check } from '../../pipelines/check/checks.ts';
import { type Finding, lineText, sameSentences } from '../../pipelines/findings/finding.ts';
import type { Refusal } from '../../pipelines/tree/read-tree.ts';
import type { Converted } from '../../pipelines/workflow/converted.ts';

/** A pipeline file with what became of it. */
export interface ConvertedFile {
  readonly path: string;
  /** Of its repository, below the one that was named. */
  readonly folder: string;
  readonly converted: Converted | null;
  readonly refusal: Refusal | null;
  /** `null` where they were not asked for. */
  readonly checks: readonly Check[] | null;
}

/** So many findings of one grade are shown; --json has all. */
const shown = 20;

/** The result for people. Pure. */
export function convertedLines(
  files: readonly ConvertedFile[],
  { output }: { readonly output: string | undefined },
): readonly string[] {
  const lines = files.flatMap((file, index) => [
    ...(index === 0 ? [] : ['']),
    ...fileLines(file, output),
  ]);
  return output === undefined ? [...lines, '', 'Nothing written. Add --output to write.'] : lines;
}

function fileLines(file: ConvertedFile, output: string | undefined): readonly string[] {
  const { path, converted, refusal, checks } = file;
  if (refusal !== null || converted === null) {
    const at = refusal?.line == null ? '' : ` (line ${refusal.line})`;
    return [`✗ ${safe(path)}: ${safe(refusal?.message ?? '')}${at}`];
  }
  const { workflows, findings, variables, runnerLabels } = converted;
  const verb = output === undefined ? 'converts to' : 'converted to';
  return [
    `${safe(path)} ${verb} ${count(workflows.length, 'workflow')}:`,
    ...workflows.map((one) => `  ${safe(one.path)}`),
    ...gradeLines('Lost', 'lost', findings),
    ...gradeLines('Changed', 'changed', findings),
    ...listLines('Create these secrets or variables', variables),
    ...listLines('Labels of self-hosted runners', runnerLabels),
    ...(checks === null ? [] : checkLines(checks)),
    '',
    coverageLine(converted),
  ];
}

function gradeLines(
  title: string,
  grade: Finding['grade'],
  findings: readonly Finding[],
): readonly string[] {
  const own = findings.filter((one) => one.grade === grade);
  if (own.length === 0) return [];
  const groups = sameSentences(own);
  const lines = groups.slice(0, shown).flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : findingLines(first, group.length);
  });
  const more = groups.length - shown;
  return ['', `${title} (${groups.length})`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function findingLines(finding: Finding, times: number): readonly string[] {
  const { output, message, advice } = finding;
  const there = output === null ? '' : ` → ${output.path.replace(/^.*\//, '')}:${output.line}`;
  const places = times === 1 ? '' : ` (${times} places)`;
  return [
    `  ${safe(lineText(finding))}${safe(there)}: ${safe(message)}${places}`,
    ...(advice === null ? [] : [`    ${safe(advice)}`]),
  ];
}

function listLines(title: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : ['', `${title}: ${safe(namesText(names, 30))}`];
}

function checkLines(checks: readonly Check[]): readonly string[] {
  const passed = checks.filter((one) => one.passed).length;
  return [
    '',
    `Checks: ${passed} of ${checks.length} passed`,
    ...checks.flatMap((one) => [
      `  ${one.passed ? '✓' : '✗'} ${one.name}`,
      ...one.failures.map((failure) => `      ${safe(failure)}`),
    ]),
  ];
}

function coverageLine({ coverage }: Converted): string {
  const { constructs, exact, changed, lost, steps, exactSteps } = coverage;
  return `${count(constructs, 'construct')}: ${exact} exact, ${changed} changed, ${lost} lost. ${exactSteps} of ${count(steps, 'step')} exact.`;
}

/** The one document of --json. Pure. */
export function convertedJson(files: readonly ConvertedFile[]): Readonly<Record<string, unknown>> {
  return {
    type: 'pipelines-converted',
    files: files.map(({ path, converted, refusal, checks }) => ({
      path,
      refusal,
      workflows: converted?.workflows ?? [],
      findings: converted?.findings ?? [],
      coverage: converted?.coverage ?? null,
      variables: converted?.variables ?? [],
      runnerLabels: converted?.runnerLabels ?? [],
      checks,
    })),
  };
}
