import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';

/** The pipeline file that migrator's own pull request was converted from, and as a sync has seen it since. */
const schema = z.object({
  /** Digest of the file that was converted. */
  converted: z.string(),
  /** Digest of the file on the source's default branch; `null`: it was deleted. */
  seen: z.string().nullable(),
  /** Commit on the target of that branch, when it was read. */
  commit: z.string(),
});

export type ConvertedPipelines = Readonly<z.infer<typeof schema>>;

export const convertedPipelines = defineDocument('sync', 'pipelines', schema);

/** Says how the file has changed since it was converted; `null` where it has not. Pure. */
export function pipelinesChange({ converted, seen }: ConvertedPipelines): string | null {
  if (seen === converted) return null;
  return `${seen === null ? 'deleted' : 'changed'} on Bitbucket since it was converted`;
}

/** Advises on a file that has changed: the pull request is people's now. Pure. */
export function convertAgain({ seen }: ConvertedPipelines): string {
  return seen === null
    ? 'Delete its workflows if nobody needs them.'
    : `In a clone of the GitHub repository, run: ${convertCommand}`;
}

const convertCommand = 'migrator pipelines convert . --output . --force';
