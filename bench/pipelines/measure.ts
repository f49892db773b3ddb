import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Converted } from '../../src/core/pipelines/workflow/converted.ts';
import { actionlint } from '../../test/helpers/pipelines/actionlint.ts';
import { type CorpusFile, convertFile, corpus } from '../../test/helpers/pipelines/corpus.ts';
import { sumOf } from '../../test/helpers/pipelines/corpus-figures.ts';
import type { Part, Section } from '../document/section.ts';
import { say } from '../surroundings.ts';
import { corpusTable, withTable } from './corpus-table.ts';

const page = new URL('../../docs/pipelines.md', import.meta.url);
const filesMeasured = 1000;
const samples = 3;

/** Measures how much of the corpus of pipeline files converts, and how fast; writes the table of docs/pipelines.md. */
export const pipelines: Section = { name: 'pipelines', title: 'Pipelines', measure };

const prose = `
\`migrator pipelines convert\` over the corpus in test/corpus/pipelines, in one process. What becomes of its constructs stands in
[Pipelines](pipelines.md#the-corpus).`;

async function measure(): Promise<Part[]> {
  const files = corpus();
  say(`${files.length} pipeline files ...`);
  const converted = files.map((file) => ({ file, result: convertFile(file) }));
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), corpusTable(converted)));
  const results = converted.flatMap(({ result }) => result ?? []);
  const workflows = results.flatMap((one) => one.workflows);
  const { steps, exactSteps, lostSteps } = sumOf(results);
  const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10;
  const amount = (name: string, value: number, unit: string, bound: number | null = null) => ({
    ...{ name, unit, bound },
    samples: [value],
  });
  return [
    {
      prose,
      amounts: [
        amount('files', files.length, 'files'),
        amount('files that cannot be converted', files.length - results.length, 'files', 1),
        amount('workflows', workflows.length, 'workflows'),
        amount('findings of actionlint', await problemsOf(results), 'findings', 0),
        amount('steps exact', percent(exactSteps, steps), '%'),
        amount('steps of which nothing is lost', percent(steps - lostSteps, steps), '%'),
        {
          name: `${filesMeasured} files`,
          unit: 'ms',
          samples: Array.from({ length: samples }, () => timeOf(files)),
          bound: 10_000,
        },
      ],
    },
  ];
}

async function problemsOf(results: readonly Converted[]): Promise<number> {
  let problems = 0;
  for (const { workflows, runnerLabels } of results) {
    for (const one of workflows) problems += (await actionlint(one, runnerLabels)).length;
  }
  return problems;
}

function timeOf(files: readonly CorpusFile[]): number {
  const start = performance.now();
  for (let at = 0; at < filesMeasured; at += 1) {
    const file = files[at % files.length];
    if (file !== undefined) convertFile(file);
  }
  return Math.round(performance.now() - start);
}
