import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { askImporter, type ImporterMethod, nodeId } from './ask-importer.ts';

const organizationRow = z.object({
  id: nodeId,
  login: z.string().min(1),
  databaseId: z.number().int().positive(),
});

export const findOrganization: ImporterMethod<'findOrganization'> = async (importer, request) => {
  const { login, signal } = request;
  const { organization } = await askImporter(importer, {
    document: 'findOrganization',
    variables: { login },
    schema: z.object({ organization: organizationRow.nullable() }),
    what: `organization ${login}`,
    isExpected: ({ type }) => type === 'NOT_FOUND',
    signal,
  });
  if (organization === null) {
    throw new MigratorError('not-found', `Organization ${login} not found on ${importer.host}`, {
      hint: 'Check the name. The importer works only with organizations, and a token without access cannot see them.',
    });
  }
  return { login: organization.login, id: organization.id, number: organization.databaseId };
};

/** Stands in fields that an import of a Data Center's export has no use for, as in GitHub's own tool. */
export const notUsed = { url: 'https://not-used', token: 'not-used' } as const;

const types = {
  github: 'GITHUB_ARCHIVE',
  'bitbucket-server': 'BITBUCKET_SERVER',
} as const;

export const createSource: ImporterMethod<'createSource'> = async (importer, request) => {
  const { organization, name, format, signal } = request;
  const url = format === 'github' ? request.url : notUsed.url;
  const { createMigrationSource: created } = await askImporter(importer, {
    document: 'createSource',
    variables: { name, url, ownerId: organization.id, type: types[format] },
    schema: z.object({
      createMigrationSource: z.object({ migrationSource: z.object({ id: nodeId }) }),
    }),
    what: `an import into ${organization.login}`,
    signal,
  });
  return { id: created.migrationSource.id };
};

const roleAnswer = z.object({ success: z.boolean().nullable() }).nullable();

export const setImporterRole: ImporterMethod<'setImporterRole'> = async (importer, request) => {
  const { organization, actor, kind, isGranted, signal } = request;
  const what = `the 'migrator' role of ${actor}`;
  const answer = await askImporter(importer, {
    document: isGranted ? 'grantRole' : 'revokeRole',
    variables: { organizationId: organization.id, actor, actorType: kind.toUpperCase() },
    schema: z.object({
      grantMigratorRole: roleAnswer.optional(),
      revokeMigratorRole: roleAnswer.optional(),
    }),
    what,
    signal,
  });
  const changed = answer.grantMigratorRole ?? answer.revokeMigratorRole;
  if (changed?.success === true) return;
  throw new MigratorError('refused', `${importer.host} refused ${what}`, {
    hint: `Check that ${actor} is a ${kind} of ${organization.login}.`,
  });
};
