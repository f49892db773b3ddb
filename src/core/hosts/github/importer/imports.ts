import * as z from 'zod';
import { oneLine } from '../../../network/response/response.ts';
import type { ImportState, RepositoryImport } from '../../../ports/target-importer.ts';
import { askImporter, type ImporterMethod, nodeId } from './ask-importer.ts';
import { hintForReason } from './importer-refusals.ts';
import { notUsed } from './organization.ts';

const importRow = z.object({
  id: nodeId,
  repositoryName: z.string().catch(''),
  state: z.string(),
  failureReason: z.string().nullable().catch(null),
  warningsCount: z.number().int().nonnegative().catch(0),
  migrationLogUrl: z.string().nullable().catch(null),
  createdAt: z.iso.datetime().nullable().catch(null),
  migrationSource: z.object({ id: nodeId }).nullable().catch(null),
});

/**
 * Sends the target's own token along, as GitHub's tools do: the importer may check it, and reads no other host with it. An export
 * of a Data Center is one archive, and needs no token of a source.
 */
export const startImport: ImporterMethod<'startImport'> = async (importer, request) => {
  const { organization, source, format, sourceUrl, repository, archiveUri, visibility, signal } =
    request;
  const isGithub = format === 'github';
  const { startRepositoryMigration: started } = await askImporter(importer, {
    document: 'startImport',
    variables: {
      sourceId: source,
      ownerId: organization.id,
      sourceRepositoryUrl: sourceUrl,
      repositoryName: repository,
      // False ends an import at the first record that cannot be taken, after the repository was created.
      continueOnError: true,
      gitArchiveUrl: archiveUri,
      metadataArchiveUrl: isGithub ? archiveUri : notUsed.url,
      accessToken: isGithub ? importer.token : notUsed.token,
      githubPat: importer.token,
      skipReleases: false,
      targetRepoVisibility: visibility,
      // It would lock a repository on GitHub.
      lockSource: false,
    },
    schema: z.object({ startRepositoryMigration: z.object({ repositoryMigration: importRow }) }),
    what: `the import of ${repository}`,
    creates: true,
    signal,
  });
  return toImport(started.repositoryMigration);
};

export const findImports: ImporterMethod<'findImports'> = async (importer, request) => {
  const { organization, repository, signal } = request;
  const found = await askImporter(importer, {
    document: 'findImports',
    variables: { login: organization, name: repository },
    schema: z.object({
      organization: z.object({
        repositoryMigrations: z.object({ nodes: z.array(importRow.nullable()) }),
      }),
    }),
    what: `imports of ${repository}`,
    signal,
  });
  return found.organization.repositoryMigrations.nodes.filter((row) => row !== null).map(toImport);
};

export const readImport: ImporterMethod<'readImport'> = async (importer, { id, signal }) => {
  const { node } = await askImporter(importer, {
    document: 'readImport',
    variables: { id },
    schema: z.object({ node: importRow }),
    what: 'the state of an import',
    signal,
  });
  return toImport(node);
};

/** An import that has ended, or that the host has forgotten, cannot be aborted: both are no errors. */
export const abortImport: ImporterMethod<'abortImport'> = async (importer, { id, signal }) => {
  const { abortRepositoryMigration: aborted } = await askImporter(importer, {
    document: 'abortImport',
    variables: { id },
    schema: z.object({
      abortRepositoryMigration: z.object({ success: z.boolean().nullable() }).nullable(),
    }),
    what: 'the end of an import',
    isExpected: ({ type, message }) => type === 'NOT_FOUND' || /could not resolve/i.test(message),
    signal,
  });
  return aborted?.success === true;
};

function toImport(row: z.infer<typeof importRow>): RepositoryImport {
  const { id, repositoryName, warningsCount, migrationLogUrl, createdAt } = row;
  return {
    id,
    repository: repositoryName,
    state: stateOf(row),
    warnings: warningsCount,
    logUrl: migrationLogUrl === '' ? null : migrationLogUrl,
    createdAt,
    source: row.migrationSource?.id ?? null,
  };
}

/** VALIDATING and WAITING are in no schema; GitHub's own tools expect them all the same. */
const pending: ReadonlySet<string> = new Set([
  'NOT_STARTED',
  'PENDING_VALIDATION',
  'VALIDATING',
  'QUEUED',
  'WAITING',
  'IN_PROGRESS',
]);

function stateOf({
  state,
  failureReason,
}: Pick<z.infer<typeof importRow>, 'state' | 'failureReason'>): ImportState {
  const word = oneLine(state, 60);
  if (pending.has(word)) return { kind: 'pending', word };
  if (word === 'SUCCEEDED') return { kind: 'succeeded', word };
  if (word !== 'FAILED' && word !== 'FAILED_VALIDATION') return { kind: 'unknown', word };
  const reason = oneLine(failureReason ?? '', 1000);
  return { kind: 'failed', word, reason, hint: hintForReason(reason) };
}
