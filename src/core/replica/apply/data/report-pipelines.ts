import type { Refs } from '../../../git/formats/refs.ts';
import { sourceImports } from '../../../pipelines/imports/source-imports.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import {
  type ConvertedPipelines,
  convertedPipelines,
  pipelinesChanges,
} from '../../recorded/converted-pipelines.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import { readPipelineFiles } from '../settings/request/mirror-request-place.ts';

/** Tells whether the source's default branch has moved since its converted pipeline file was read. No request. */
export async function mayHaveNewPipelines(context: SyncContext): Promise<boolean> {
  const known = await convertedPipelines.read(context.records);
  const commit = defaultCommit(context, context.listed.source);
  return known !== null && commit !== undefined && commit !== known.commit;
}

/** Reports a pipeline file that has changed since it was converted, once for each change. Its pull request stays as it is. */
export async function reportPipelines(context: SyncContext, refs: Refs): Promise<void> {
  const known = await convertedPipelines.read(context.records);
  const commit = defaultCommit(context, refs);
  if (known === null || commit === undefined || commit === known.commit) return;
  const own = known.imports.filter(({ repository }) => repository === null);
  const paths = own.map(({ path }) => path);
  const [text = null, ...texts] = await readPipelineFiles(context.mirror, commit, paths);
  const imports = known.imports.map((one) => {
    const at = own.indexOf(one);
    return at < 0 ? one : { ...one, seen: digestOf(texts[at] ?? null) };
  });
  await keep(context, known, { ...known, seen: digestOf(text), commit, imports });
}

/** The same for files of other repositories, which are read once in a run; one that may not be read any more says nothing. */
export async function reportImportedPipelines(context: SyncContext): Promise<void> {
  const known = await convertedPipelines.read(context.records);
  if (known === null || known.imports.length === 0) return;
  const { plan, learned } = context;
  const { workspace } = plan.source;
  const read = sourceImports({ ...context, workspace, files: learned.importedFiles });
  const imports: ConvertedPipelines['imports'] = [];
  for (const one of known.imports) {
    const found = one.repository === null ? null : await read(one);
    const isRead = found !== null && 'text' in found;
    imports.push(isRead ? { ...one, seen: textDigest(found.text) } : one);
  }
  await keep(context, known, { ...known, imports });
}

async function keep(
  { records, report }: SyncContext,
  known: ConvertedPipelines,
  now: ConvertedPipelines,
): Promise<void> {
  const before = new Set(pipelinesChanges(known).map(keyOf));
  for (const one of pipelinesChanges(now)) {
    if (before.has(keyOf(one))) continue;
    const { file, change, advice } = one;
    report.left.push({ kind: 'note', subject: file, reason: `${change}. ${advice}` });
  }
  if (JSON.stringify(known) !== JSON.stringify(now)) await convertedPipelines.save(records, now);
}

function keyOf({ file, seen }: { readonly file: string; readonly seen: string | null }): string {
  return `${file}\n${seen}`;
}

function digestOf(text: string | null): string | null {
  return text === null ? null : textDigest(text);
}

function defaultCommit({ sourceRepository }: SyncContext, refs: Refs): string | undefined {
  return refs.get(`refs/heads/${sourceRepository.defaultBranch}`);
}
