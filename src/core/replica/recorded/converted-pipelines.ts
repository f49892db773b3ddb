import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';
import { type ImportSource, sourceLabel } from '../../pipelines/imports/import-source.ts';
import { type Imports, importsOf } from '../../pipelines/imports/imports-of.ts';
import { pipelineFile } from '../../pipelines/summarize.ts';
import { textDigest } from './pull-requests/written-record.ts';

const digests = {
  /** Digest of the file that was converted. */
  converted: z.string(),
  /** Digest of the file on the source, when a sync last read it; `null`: it was deleted. */
  seen: z.string().nullable(),
};

/** The pipeline file that migrator's own pull request was converted from, and as a sync has seen it since. */
const schema = z.object({
  ...digests,
  /** Commit on the target of that branch, when it was read. */
  commit: z.string(),
  /** Files that its pipelines were imported from. */
  imports: z
    .array(
      z.object({
        repository: z.string().nullable(),
        ref: z.string().nullable(),
        path: z.string(),
        ...digests,
      }),
    )
    .default([]),
});

export type ConvertedPipelines = Readonly<z.infer<typeof schema>>;

export const convertedPipelines = defineDocument('sync', 'pipelines', schema);

/** Digests of the files that were imported. Pure. */
export function importedDigests(text: string, imports: Imports): ConvertedPipelines['imports'] {
  return importsOf(text).flatMap((source) => {
    const found = imports.get(sourceLabel(source));
    if (found === undefined || 'problem' in found) return [];
    const digest = textDigest(found.text);
    return [{ ...source, converted: digest, seen: digest }];
  });
}

/** A file that has changed since its pipelines were converted. */
interface PipelinesChange {
  readonly file: string;
  /** Digest of it now; `null`: it was deleted. */
  readonly seen: string | null;
  /** `changed on Bitbucket since it was converted` */
  readonly change: string;
  /** Advises what to do: the pull request is people's now. */
  readonly advice: string;
}

type Changing = ImportSource & Pick<ConvertedPipelines, 'converted' | 'seen'>;

/** Files that have changed since they were converted. Pure. */
export function pipelinesChanges(record: ConvertedPipelines): readonly PipelinesChange[] {
  const own: Changing = { ...record, repository: null, ref: null, path: pipelineFile };
  return [own, ...record.imports].flatMap(({ converted, seen, ...source }) => {
    if (seen === converted) return [];
    const what = seen === null ? 'deleted' : 'changed';
    const change = `${what} on Bitbucket since it was converted`;
    return [{ file: sourceLabel(source), seen, change, advice: adviceOn({ seen, ...source }) }];
  });
}

function adviceOn({ seen, repository, path }: Omit<Changing, 'converted'>): string {
  if (repository === null && path === pipelineFile) {
    return seen === null
      ? 'Delete its workflows if nobody needs them.'
      : `In a clone of the GitHub repository, run: ${convertCommand}`;
  }
  if (repository === null) return `In a clone of the GitHub repository, run: ${convertCommand}`;
  return `With a clone of ${repository} beside that of the GitHub repository, run there: ${convertCommand}`;
}

const convertCommand = 'migrator pipelines convert . --output . --force';
