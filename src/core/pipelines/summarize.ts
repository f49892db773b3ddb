import { type ConvertInput, convertPipelines } from './convert-pipelines.ts';
import { byPlace, type Finding, sameSentences } from './findings/finding.ts';
import type { ConvertOptions } from './jobs/conversion.ts';
import { mostFindings, type PipelineSummary } from './summary-schema.ts';

/** Bitbucket reads pipelines from this file of a branch. */
export const pipelineFile = 'bitbucket-pipelines.yml';

/** Converts a pipeline file, and keeps the grades. Pure. */
export function summarizePipelines(
  text: string,
  {
    imports = new Map(),
    ...options
  }: Pick<ConvertOptions, 'schedules' | 'defaultBranch'> & Pick<ConvertInput, 'imports'> = {},
): PipelineSummary {
  const { schedules = [] } = options;
  const kept = schedules.length === 0 ? {} : { schedules: [...schedules] };
  const result = convertPipelines({ text, path: pipelineFile, options, imports });
  if ('refusal' in result) {
    const { message, line } = result.refusal;
    const refusal = line === null ? message : `${message} (line ${line})`;
    return { workflows: 0, exact: 0, changed: 0, lost: 0, findings: [], ...kept, refusal };
  }
  const { workflows, coverage, findings, manualEnvironments } = result.converted;
  const environments = manualEnvironments.length;
  const { exact, changed, lost } = coverage;
  return {
    ...{ workflows: workflows.length, exact, changed, lost, ...kept },
    ...(environments > 0 && { environments }),
    findings: seriousFindings(findings)
      .slice(0, mostFindings)
      .map(({ grade, line, file, message, advice }) => ({
        ...{ grade, line, message, advice },
        ...(file === undefined ? {} : { file }),
      })),
  };
}

type Serious = Finding & { readonly grade: 'changed' | 'lost' };

/** Lost and changed constructs, each sentence about a line once: lost ones first, then by line. Pure. */
export function seriousFindings(findings: readonly Finding[]): readonly Serious[] {
  const serious = findings.filter((one): one is Serious => one.grade !== 'exact');
  return sameSentences(serious)
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => rank(a) - rank(b) || byPlace(a, b));
}

function rank({ grade }: Serious): number {
  return grade === 'lost' ? 0 : 1;
}
