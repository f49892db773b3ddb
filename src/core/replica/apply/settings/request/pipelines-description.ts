import { count } from '../../../../kernel/format/format.ts';
import type { Finding } from '../../../../pipelines/findings/finding.ts';
import { pipelineFile, seriousFindings } from '../../../../pipelines/summarize.ts';
import type { Converted } from '../../../../pipelines/workflow/converted.ts';
import { markerLength } from '../../../../text/context/marker.ts';
import { codeSpan, plainText } from '../../../../text/markdown/markdown-escape.ts';
import { splitBody } from '../../../../text/scan/split-body.ts';

/**
 * Describes workflows for the people who review them: grades, what to do first, and each construct that changed or was lost,
 * with its line in both files. Pure.
 * @param given.existing paths of workflows that the repository has, which stay as they are
 * @param given.limit characters that the target takes
 * @returns the description, and comments for what has no room in it; none has a marker
 */
export function describePipelines(given: {
  readonly converted: Converted;
  readonly existing: readonly string[];
  readonly limit: number;
}): readonly [string, ...string[]] {
  const { converted, existing, limit } = given;
  const findings = seriousFindings(converted.findings);
  const text = [
    `This repository was migrated from Bitbucket. These workflows for GitHub Actions were converted from ${codeSpan(pipelineFile)}, which stays unchanged.`,
    'Review the workflows before you merge: they run from then on. If you do not want them, close this pull request; it is not opened again.',
    gradesTable(converted),
    ...section(
      'Workflows',
      converted.workflows
        .filter(({ path }) => !existing.includes(path))
        .map(({ path }) => codeSpan(path)),
    ),
    ...section('Already in the repository: not replaced', existing.map(codeSpan)),
    ...section(
      'Create these secrets or variables before you merge',
      converted.variables.map(codeSpan),
    ),
    ...section(
      'Register self-hosted runners with these labels before you merge',
      converted.runnerLabels.map(codeSpan),
    ),
    ...graded('Lost: nothing on GitHub does this', findings, 'lost'),
    ...graded('Changed: GitHub does this differently', findings, 'changed'),
  ].join('\n\n');
  const room = limit - markerLength;
  const [first = '', ...rest] = splitBody(text, { first: room, rest: room });
  return [first, ...rest];
}

function gradesTable({ coverage }: Converted): string {
  const { exact, changed, lost, steps, exactSteps } = coverage;
  return [
    '| Parts of the file | work as before | work differently | are lost |',
    '|---|--:|--:|--:|',
    `| ${exact + changed + lost} | ${exact} | ${changed} | ${lost} |`,
    '',
    `${exactSteps} of ${count(steps, 'step')} ${exactSteps === 1 ? 'works' : 'work'} as before.`,
  ].join('\n');
}

function graded(
  title: string,
  findings: readonly Finding[],
  grade: Finding['grade'],
): readonly string[] {
  return section(
    title,
    findings
      .filter((one) => one.grade === grade)
      .map(({ line, file, output, message, advice }) => {
        const there = output === null ? '' : ` → ${codeSpan(output.path)} line ${output.line}`;
        const next = advice === null ? '' : `. ${plainText(advice)}`;
        const here = file === undefined ? `Line ${line}` : `${codeSpan(file)} line ${line}`;
        return `${here}${there}: ${plainText(message)}${next}`;
      }),
  );
}

function section(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`### ${title}\n\n${items.map((one) => `- ${one}`).join('\n')}`];
}
