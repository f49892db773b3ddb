import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import type { Converted } from '../../../src/core/pipelines/workflow/converted.ts';

const folder = join(import.meta.dirname, '../../corpus/pipelines');

export interface CorpusFile {
  /** `topic/name.yml` */
  readonly name: string;
  readonly text: string;
}

/** The pipeline files of the corpus, by topic. */
export function corpus(): readonly CorpusFile[] {
  return globSync('*/*.yml', { cwd: folder })
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** A file of the corpus converted; `null` where it is refused. */
export function convertFile({ text }: CorpusFile): Converted | null {
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
  return 'converted' in result ? result.converted : null;
}
