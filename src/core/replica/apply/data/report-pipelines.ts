import type { Refs } from '../../../git/formats/refs.ts';
import { pipelineFile } from '../../../pipelines/summarize.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import {
  convertAgain,
  convertedPipelines,
  pipelinesChange,
} from '../../recorded/converted-pipelines.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import { readPipelineFile } from '../settings/request/mirror-request-place.ts';

/** Tells whether the source's default branch has moved since its converted pipeline file was read. No request. */
export async function mayHaveNewPipelines(context: SyncContext): Promise<boolean> {
  const known = await convertedPipelines.read(context.records);
  const commit = defaultCommit(context, context.listed.source);
  return known !== null && commit !== undefined && commit !== known.commit;
}

/** Reports a pipeline file that has changed since it was converted, once for each change. Its pull request stays as it is. */
export async function reportPipelines(context: SyncContext, refs: Refs): Promise<void> {
  const { records, report, mirror } = context;
  const known = await convertedPipelines.read(records);
  const commit = defaultCommit(context, refs);
  if (known === null || commit === undefined || commit === known.commit) return;
  const text = await readPipelineFile(mirror, commit);
  const now = { ...known, seen: text === null ? null : textDigest(text), commit };
  const change = now.seen === known.seen ? null : pipelinesChange(now);
  if (change !== null) {
    const reason = `${change}. ${convertAgain(now)}`;
    report.left.push({ kind: 'note', subject: pipelineFile, reason });
  }
  await convertedPipelines.save(records, now);
}

function defaultCommit({ sourceRepository }: SyncContext, refs: Refs): string | undefined {
  return refs.get(`refs/heads/${sourceRepository.defaultBranch}`);
}
