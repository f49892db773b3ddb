import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import { intend } from '../../../journal/intents.ts';
import { type Created, once } from '../../../journal/once.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { RepositoryImport } from '../../../ports/target-importer.ts';
import {
  archiveUpload,
  importSource,
  startedImport,
} from '../../recorded/imports/import-documents.ts';
import type { WrittenArchive } from '../../recorded/written-archive.ts';
import type { ImportContext, ImportPlace } from './prepare-target.ts';
import { uploadArchive } from './upload.ts';

/** Kept with an import before it is asked for: what it was to be made of. */
const asked = z.object({ uri: z.string() });

/** Tells whether an import was asked for, whatever became of it: it needs no archive any more. */
export async function hasStarted({ records }: Pick<ImportContext, 'records'>): Promise<boolean> {
  return (await records.findObject('import', startedImport)) !== null;
}

/**
 * Uploads the archive and starts its import, once: where an answer was lost, the host is asked which imports there are.
 * @returns id of the import
 * @throws `target-exists` where the name is taken
 */
export async function startImport(
  context: ImportContext,
  place: ImportPlace,
  archive: WrittenArchive,
): Promise<string> {
  const { records, clock, sourceRepository, targetFullName } = context;
  const known = await records.findObject('import', startedImport);
  if (known !== null && known.targetId !== null) return known.targetId;
  if (known === null) await requireNoOther(context, place);
  const uri = readData(asked, known)?.uri ?? (await uploadArchive(context, place, archive));
  const named = await records.findObject('repository', sourceRepository.id);
  // The name is ours from here on, whoever looks at it.
  if (named === null) await intend(records, 'repository', [sourceRepository.id]);
  try {
    const started = await once(
      { ...context, enteredAt: clock.now() },
      {
        ...{ kind: 'import', id: startedImport, known: known ?? undefined },
        data: JSON.stringify({ uri } satisfies z.infer<typeof asked>),
        failure: `The import of ${targetFullName} could not be started`,
        send: async () => created(await send(context, place, uri)),
        find: () => findStarted(context, place),
      },
    );
    if (started === null) throw new TypeError('nothing was started');
    return started.targetId;
  } catch (error) {
    // Refused for good: the name is anybody's, and the next run looks who has it.
    if (named === null && !(await hasStarted(context)))
      await records.forgetObjects('repository', [sourceRepository.id]);
    throw error;
  }
}

/**
 * A migration that was cancelled may have left an import behind, and so may other people.
 * @throws `target-exists` while an import of the same name is still running
 */
async function requireNoOther(
  { planned, target, targetFullName, signal }: ImportContext,
  { importer, organization, source }: ImportPlace,
): Promise<void> {
  const asked = { organization: organization.login, repository: planned.target, signal };
  const all = await importer.findImports(asked);
  const other = all.find(({ state, source: from }) => {
    return (state.kind === 'pending' || state.kind === 'unknown') && from !== source;
  });
  if (other === undefined) return;
  const message = `${target.hostname} is still importing another archive as ${targetFullName}`;
  throw new MigratorError('target-exists', message, {
    hint: 'Wait until that import has finished, and check who started it. Or give the repository another name in the plan.',
    retry: 'no',
  });
}

/** Forgets an import that has failed: the next run uploads the archive again, because hosts delete it. */
export async function forgetImport({
  records,
  sourceRepository,
}: Pick<ImportContext, 'records' | 'sourceRepository'>): Promise<void> {
  await archiveUpload.forget(records);
  // A later import comes from another source, which tells them apart.
  await records.forgetObjects('import', [importSource]);
  await records.forgetObjects('repository', [sourceRepository.id]);
  await records.forgetObjects('import', [startedImport]);
}

function send(
  { source, sourceName, sourceRepository, kept, planned, signal }: ImportContext,
  { importer, organization, source: from }: ImportPlace,
  archiveUri: string,
): Promise<RepositoryImport> {
  const { archive_format: format } = kept;
  return importer.startImport({
    ...{ organization, source: from, format, archiveUri, signal },
    sourceUrl:
      format === 'github'
        ? `${source.webUrl}/${sourceName.workspace}/${sourceName.slug}`
        : `${sourceRepository.webUrl}/browse`,
    repository: planned.target,
    // Opened by the last step, as the plan says.
    visibility: 'private',
  });
}

/** Ours alone comes from our source, which is that of this repository. */
async function findStarted(
  { planned, signal }: ImportContext,
  { importer, organization, source }: ImportPlace,
): Promise<Created | null> {
  const asked = { organization: organization.login, repository: planned.target, signal };
  const ours = (await importer.findImports(asked)).find((one) => one.source === source);
  return ours === undefined ? null : created(ours);
}

function created({ id }: RepositoryImport): Created {
  return { targetId: id, targetUrl: '' };
}
