import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { SecretName, SecretSource } from '../../../ports/secret-source.ts';
import { optionalText, orNull } from '../../shared/lenient-schema.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { isRefused } from '../http/scope-refusals.ts';
import { repositoryPath, workspacePath } from '../names/names.ts';
import { createVariableReader, type ReadVariables, type VariableList } from './variable-pages.ts';

/** Drops a value that the host sends all the same. */
const variableRow = z.object({
  uuid: optionalText,
  key: z.string().min(1),
  secured: orNull(z.boolean()),
});

const environmentRow = z.object({
  uuid: z.string().regex(/^\{?[A-Za-z0-9-]{1,64}\}?$/),
  name: z.string().min(1),
});

type VariableRow = z.infer<typeof variableRow>;

const variables = {
  row: variableRow,
  fields: ['uuid', 'key', 'secured'],
  keyOf: ({ uuid, key }: VariableRow) => uuid ?? key,
};

/** The variables of Bitbucket Pipelines, by name. */
export function createSecretSource(bitbucket: BitbucketCloud): SecretSource {
  const scope = bitbucket.access.variant === 'api-token' ? 'read:pipeline:bitbucket' : 'pipeline';
  const readPermitted = createPermittedReader(bitbucket, scope);
  async function readNames(list: Omit<VariableList<VariableRow>, keyof typeof variables>) {
    return toNames(await readPermitted({ ...variables, ...list }));
  }
  return {
    scope,
    workspace: ({ workspace, signal }) =>
      readNames({
        // With a hyphen here, and with an underscore for repositories.
        path: `/2.0/workspaces/${workspacePath(workspace)}/pipelines-config/variables`,
        what: 'workspace variable',
        of: workspace,
        signal,
      }),
    repository: (request) =>
      readNames({
        path: `${repositoryPath(request)}/pipelines_config/variables/`,
        what: 'repository variable',
        of: `${request.workspace}/${request.slug}`,
        signal: request.signal,
      }),
    async environments(request) {
      const rows = await readPermitted({
        path: `${repositoryPath(request)}/environments`,
        row: environmentRow,
        fields: ['uuid', 'name'],
        keyOf: ({ uuid }) => uuid,
        what: 'environment',
        of: `${request.workspace}/${request.slug}`,
        signal: request.signal,
      });
      return rows.map(({ uuid, name }) => ({ id: uuid, name }));
    },
    deployment: ({ environment, ...request }) =>
      readNames({
        path: `${repositoryPath(request)}/deployments_config/environments/${encodeURIComponent(environment.id)}/variables`,
        what: 'deployment variable',
        of: `${request.workspace}/${request.slug} (${environment.name})`,
        signal: request.signal,
      }),
  };
}

/** Reads lists, and names the missing scope where the host refuses one. */
function createPermittedReader(bitbucket: BitbucketCloud, scope: string): ReadVariables {
  const read = createVariableReader(bitbucket);
  /** A list that these credentials could read. */
  let opened: string | null = null;
  return async (list) => {
    try {
      const rows = await read(list);
      opened = list.path;
      return rows;
    } catch (error) {
      if (!(error instanceof MigratorError)) throw error;
      if (!(await isRefused(bitbucket, error, { opened, signal: list.signal }))) throw error;
      throw new MigratorError('permission', error.message, {
        hint: `Reading the names of pipeline variables needs the ${scope} scope and a repository administrator; for workspace variables, a workspace administrator.`,
        detail: error.detail,
        status: error.status,
        cause: error,
      });
    }
  };
}

/** Shifted pages may show a name twice, with two ids. */
function toNames(rows: readonly VariableRow[]): readonly SecretName[] {
  const names = new Map<string, SecretName>();
  for (const { key, secured } of rows) names.set(key, { name: key, isSecured: secured });
  return [...names.values()];
}
