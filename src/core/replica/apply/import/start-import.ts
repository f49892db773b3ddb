import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import { intend } from '../../../journal/intents.ts';
import { type Created, once } from '../../../journal/once.ts';
import type { RepositoryImport } from '../../../ports/target-importer.ts';
import { archiveUpload, startedImport } from '../../recorded/imports/import-documents.ts';
import type { WrittenArchive } from '../../recorded/written-archive.ts';
import type { ImportContext, ImportPlace } from './prepare-target.ts';
import { uploadArchive } from './upload.ts';

/** How far the target's clock may be from ours, in milliseconds, when both say when something was made. */
const clockTolerance = 300_000;

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
  const uri = readData(asked, known)?.uri ?? (await uploadArchive(context, place, archive));
  const enteredAt = clock.now();
  const intendedAt = known?.intendedAt ?? enteredAt;
  // The name is ours from here on, whoever looks at it.
  await intend(records, 'repository', [sourceRepository.id]);
  const started = await once(
    { ...context, enteredAt },
    {
      ...{ kind: 'import', id: startedImport, known: known ?? undefined },
      data: JSON.stringify({ uri } satisfies z.infer<typeof asked>),
      failure: `The import of ${targetFullName} could not be started`,
      send: async () => created(await send(context, place, uri)),
      find: () => findStarted(context, place, intendedAt),
    },
  );
  if (started === null) throw new TypeError('nothing was started');
  return started.targetId;
}

/** Forgets an import that has failed: the next run uploads the archive again, because hosts delete it. */
export async function forgetImport({
  records,
  sourceRepository,
}: Pick<ImportContext, 'records' | 'sourceRepository'>): Promise<void> {
  await archiveUpload.forget(records);
  await records.forgetObjects('repository', [sourceRepository.id]);
  await records.forgetObjects('import', [startedImport]);
}

function send(
  { source, sourceName, planned, signal }: ImportContext,
  { importer, organization, source: from }: ImportPlace,
  archiveUri: string,
): Promise<RepositoryImport> {
  return importer.startImport({
    ...{ organization, source: from, archiveUri, signal },
    sourceUrl: `${source.webUrl}/${sourceName.workspace}/${sourceName.slug}`,
    repository: planned.target,
    // Opened by the last step, as the plan says.
    visibility: 'private',
  });
}

async function findStarted(
  { planned, signal }: ImportContext,
  { importer, organization }: ImportPlace,
  intendedAt: number,
): Promise<Created | null> {
  const repository = planned.target;
  const found = await importer.findImports({
    organization: organization.login,
    repository,
    signal,
  });
  const ours = found.find(({ createdAt }) => {
    return createdAt === null || Date.parse(createdAt) >= intendedAt - clockTolerance;
  });
  return ours === undefined ? null : created(ours);
}

function created({ id }: RepositoryImport): Created {
  return { targetId: id, targetUrl: '' };
}
