import type { Converted } from '../../src/core/pipelines/workflow/converted.ts';
import type { CorpusFile } from '../../test/helpers/pipelines/corpus.ts';
import { sumOf } from '../../test/helpers/pipelines/corpus-figures.ts';

interface ConvertedFile {
  readonly file: CorpusFile;
  readonly result: Converted | null;
}

/** One row for each topic of the corpus, and the sum. Pure. */
export function corpusTable(files: readonly ConvertedFile[]): string {
  const topics = [...Map.groupBy(files, ({ file }) => file.name.split('/')[0] ?? '')];
  return [
    '| Topic | Files | Steps | exact | changed | lost | Constructs | exact | changed | lost |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...topics.map(([topic, own]) => row(topic, own)),
    row('**all**', files),
  ].join('\n');
}

function row(name: string, files: readonly ConvertedFile[]): string {
  const sum = sumOf(files.flatMap(({ result }) => result ?? []));
  const changedSteps = sum.steps - sum.exactSteps - sum.lostSteps;
  const cells = [
    ...[name, files.length, sum.steps, sum.exactSteps, changedSteps, sum.lostSteps],
    ...[sum.constructs, sum.exact, sum.changed, sum.lost],
  ];
  return `| ${cells.join(' | ')} |`;
}

const begin = '<!-- npm run bench -- pipelines -->';
const end = '<!-- end -->';

/** A page with its table replaced. Pure. */
export function withTable(page: string, table: string): string {
  const [before, rest = ''] = page.split(begin);
  const after = rest.split(end)[1] ?? '';
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}
