import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import {
  type ImportSource,
  sourceLabel,
} from '../../../src/core/pipelines/imports/import-source.ts';
import { type ImportedText, importsOf } from '../../../src/core/pipelines/imports/imports-of.ts';
import type { Converted } from '../../../src/core/pipelines/workflow/converted.ts';

const folder = join(import.meta.dirname, '../../corpus/pipelines');

export interface CorpusFile {
  /** `topic/name.yml` */
  readonly name: string;
  readonly text: string;
  /** Files that it imports from: those of its topic in `repositories/NAME@REF` or `repositories/NAME`. */
  readonly imports: ReadonlyMap<string, ImportedText & { readonly text: string }>;
}

/** The pipeline files of the corpus, by topic. */
export function corpus(): readonly CorpusFile[] {
  return globSync('*/*.yml', { cwd: folder })
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const found = importsOf(text).flatMap((source) => {
        const path = placesOf(name, source).find((one) => existsSync(one));
        const imported = path === undefined ? [] : [{ text: readFileSync(path, 'utf8') }];
        return imported.map((one) => [sourceLabel(source), one] as const);
      });
      return { name, text, imports: new Map(found) };
    });
}

function placesOf(name: string, { repository, ref, path }: ImportSource): readonly string[] {
  const named = repository ?? 'own';
  return [`${named}@${ref}`, named].map((one) => join(folder, name, '../repositories', one, path));
}

/** A file of the corpus converted; `null` where it is refused. */
export function convertFile({ text, imports }: CorpusFile): Converted | null {
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml', imports });
  return 'converted' in result ? result.converted : null;
}
