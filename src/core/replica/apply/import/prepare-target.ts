import { once } from '../../../journal/once.ts';
import type { Waiting } from '../../../journal/wait-until-visible.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { TargetImporter } from '../../../ports/target-importer.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { importSource } from '../../recorded/imports/import-documents.ts';
import { type FindContext, findAgain } from '../steps/find-again.ts';
import { importerOf } from './target-importer.ts';

export type ImportContext = FindContext &
  Waiting &
  Pick<
    RepositoryContext,
    'kept' | 'targetOwner' | 'planned' | 'sourceName' | 'isDraining' | 'reportProgress'
  >;

export interface ImportPlace {
  readonly importer: TargetImporter;
  readonly organization: Awaited<ReturnType<TargetImporter['findOrganization']>>;
  /** Id of where archives come from. */
  readonly source: string;
}

/**
 * Registers where archives come from: the first thing that the importer may refuse, so that it is done before hours of reading.
 * @throws `permission` where the account may not import
 */
export async function openImporter(context: ImportContext): Promise<ImportPlace> {
  const importer = importerOf(context);
  const { targetOwner, records, source, kept, clock, signal } = context;
  const organization = await importer.findOrganization({ login: targetOwner.login, signal });
  const known = await records.findObject('import', importSource);
  const created = await once(
    { ...context, enteredAt: clock.now() },
    {
      ...{ kind: 'import', id: importSource, known: known ?? undefined },
      failure: `The importer on ${targetOwner.login} could not be prepared`,
      async send() {
        const { webUrl: url } = source;
        const named = { name: 'Bitbucket', url, format: kept.archive_format };
        const { id } = await importer.createSource({ organization, ...named, signal });
        return { targetId: id, targetUrl: '' };
      },
      // Nobody can look it up, and a second one does no harm.
      find: async () => null,
    },
  );
  if (created === null) throw new TypeError('nothing was created');
  return { importer, organization, source: created.targetId };
}

/**
 * Finds the repository that an earlier run has imported.
 * @returns `null` if it is still to be imported
 * @throws `target-exists` for one that is to start over and still stands: an import changes no repository
 */
export async function findImported(context: FindContext): Promise<string | null> {
  const { records, sourceRepository, wasReset, target, targetFullName } = context;
  const made = await records.findObject('repository', sourceRepository.id);
  if (made === null || made.targetId === null) return null;
  const there = await findAgain(context, made.targetId);
  if (there === null || !wasReset) return there === null ? null : there.id;
  const message = `${targetFullName} still exists on ${target.hostname}: an import can only create repositories`;
  throw new MigratorError('target-exists', message, {
    hint: `Rename or delete ${targetFullName} on GitHub, then run the same command again.`,
    retry: 'no',
  });
}
