import * as z from 'zod';
import { encodedPath } from '../../../kernel/base-url.ts';
import { MigratorError, withoutDetail } from '../../../kernel/errors.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import { factsOf, type HttpResponse } from '../../../network/response/response.ts';
import type { PipelineRunner } from '../../../ports/pipeline-runner.ts';
import { orNull } from '../../shared/lenient-schema.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { ask } from '../http/writing.ts';
import { repositoryPath } from '../names/names.ts';
import { createRunControl } from './pipeline-runs.ts';
import { createVariableReader } from './variable-pages.ts';

const repositorySchema = z.object({ mainbranch: orNull(z.object({ name: z.string().min(1) })) });

const branchSchema = z.object({ target: z.object({ hash: z.string().min(1) }) });

/** Found by its name, deleted by its id. */
const variableRow = z.object({ uuid: z.string().min(1), key: z.string().min(1) });

const scopesByKind = {
  token: {
    repository: 'write:repository:bitbucket',
    run: 'write:pipeline:bitbucket',
    variables: 'admin:pipeline:bitbucket',
    read: 'read:repository:bitbucket',
  },
  classic: {
    repository: 'repository:write',
    run: 'pipeline:write',
    variables: 'pipeline:variable',
    read: 'repository',
  },
} as const;

type Scopes = (typeof scopesByKind)[keyof typeof scopesByKind];

/** Bitbucket Pipelines, as far as our temporary branch needs it. */
export function createPipelineRunner(
  bitbucket: BitbucketCloud,
): Omit<PipelineRunner, 'verifyCredentials'> {
  const kind = bitbucket.access.variant === 'api-token' ? 'token' : 'classic';
  const scopes = scopesByKind[kind];
  return {
    hostname: bitbucket.client.host,
    scopes: [scopes.repository, scopes.run, scopes.variables],
    ...createBranchControl(bitbucket, scopes),
    ...createVariableControl(bitbucket, scopes),
    ...createRunControl(bitbucket, scopes.run),
  };
}

function createBranchControl(
  bitbucket: BitbucketCloud,
  scopes: Scopes,
): Pick<PipelineRunner, 'mainCommit' | 'createBranch' | 'deleteBranch'> {
  const { host } = bitbucket.client;
  return {
    async mainCommit({ signal, ...repository }) {
      const base = repositoryPath(repository);
      const reading = { method: 'GET', creates: false, scope: scopes.read, signal } as const;
      const query = { fields: 'mainbranch.name' };
      const found = await ask(bitbucket, { ...reading, path: base, query });
      const name = repositorySchema.safeParse(found.json).data?.mainbranch?.name;
      if (name === undefined) return null;
      const answer = await ask(bitbucket, {
        ...reading,
        path: `${base}/refs/branches/${encodedPath(name)}`,
        query: { fields: 'target.hash' },
        expectedStatuses: [404],
      });
      const branch = branchSchema.safeParse(answer.json);
      return answer.status !== 404 && branch.success ? branch.data.target.hash : null;
    },

    async createBranch({ branch, parent, message, file, signal, ...repository }) {
      const path = `${repositoryPath(repository)}/src`;
      const answer = await ask(bitbucket, {
        method: 'POST',
        path,
        // With a parent Bitbucket answers 409 if the branch exists.
        form: { branch, parents: parent, message, [`/${file.path}`]: file.text },
        creates: true,
        expectedStatuses: [400, 404, 409],
        scope: scopes.repository,
        signal,
      });
      if (answer.status >= 400) throw refused(host, `to create the branch ${branch}`, answer);
    },

    async deleteBranch({ branch, signal, ...repository }) {
      const path = `${repositoryPath(repository)}/refs/branches/${encodedPath(branch)}`;
      await ask(bitbucket, { ...deleting, path, scope: scopes.repository, signal });
    },
  };
}

const deleting = { method: 'DELETE', creates: false, expectedStatuses: [404] } as const;

function createVariableControl(
  bitbucket: BitbucketCloud,
  scopes: Scopes,
): Pick<PipelineRunner, 'addVariable' | 'removeVariables'> {
  const { host } = bitbucket.client;
  const readVariables = createVariableReader(bitbucket);
  return {
    async addVariable({ name, value, signal, ...repository }) {
      const path = `${repositoryPath(repository)}/pipelines_config/variables/`;
      const answer = await ask(bitbucket, {
        method: 'POST',
        path,
        body: { type: 'pipeline_variable', key: name, value, secured: true },
        creates: true,
        expectedStatuses: [400, 404, 409],
        scope: scopes.variables,
        signal,
      }).catch((thrown: unknown) => {
        throw withoutDetail(thrown);
      });
      // The host's message could hold the value.
      if (answer.status >= 400) {
        throw refused(host, `to create the variable ${name}`, { ...answer, json: null });
      }
    },

    async removeVariables({ names, signal, ...repository }) {
      const base = `${repositoryPath(repository)}/pipelines_config/variables`;
      const rows = await readVariables({
        path: `${base}/`,
        row: variableRow,
        fields: ['uuid', 'key'],
        keyOf: ({ uuid }) => uuid,
        what: 'repository variable',
        of: `${repository.workspace}/${repository.slug}`,
        signal,
      });
      for (const { uuid, key } of rows) {
        if (!names.includes(key)) continue;
        const path = `${base}/${encodeURIComponent(uuid)}`;
        await ask(bitbucket, { ...deleting, path, scope: scopes.variables, signal });
      }
    },
  };
}

function refused(host: string, what: string, answer: HttpResponse): MigratorError {
  if (answer.status === 404) return statusError(answer, host, what);
  return new MigratorError('refused', `${answer.status}: ${host} refused ${what}`, {
    hint: "A branch restriction or a limit of your Bitbucket subscription may forbid it. Fill in this repository's entries by hand.",
    ...factsOf(answer),
  });
}
