import * as z from 'zod';
import type { SecretName, SecretSource } from '../../../ports/secret-source.ts';
import { optionalText, orNull } from '../../shared/lenient-schema.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { repositoryPath, workspacePath } from '../names/names.ts';
import { createPermittedReader, pipelineScope } from './permitted-reader.ts';
import type { VariableList } from './variable-pages.ts';

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
  const readPermitted = createPermittedReader(bitbucket, {
    doing: 'Reading the names of pipeline variables',
    role: 'a repository administrator; for workspace variables, a workspace administrator',
  });
  async function readNames(list: Omit<VariableList<VariableRow>, keyof typeof variables>) {
    return toNames(await readPermitted({ ...variables, ...list }));
  }
  return {
    scope: pipelineScope(bitbucket),
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

/** Shifted pages may show a name twice, with two ids. */
function toNames(rows: readonly VariableRow[]): readonly SecretName[] {
  const names = new Map<string, SecretName>();
  for (const { key, secured } of rows) names.set(key, { name: key, isSecured: secured });
  return [...names.values()];
}
