import { describe, expect, it } from 'vitest';
import { createBitbucketPipelines } from '../../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import type { PipelineRunner } from '../../../../../src/core/ports/pipeline-runner.ts';
import { readCloudCredentials } from '../../../../helpers/secrets/cloud-access.ts';
import { createTestServices, type TestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../../network/support/scripted-server.ts';
import { apiToken } from '../source.ts';

const web = { workspace: 'acme', slug: 'web' } as const;

function runnerAt(server: ScriptedServer, services: TestServices): PipelineRunner {
  const addresses = { SRC_API_URL: server.origin, SRC_GIT_URL: server.origin };
  const access = readCloudCredentials({ ...apiToken, ...addresses });
  return createBitbucketPipelines({ access, services });
}

async function asked(
  script: Script,
  call: (runner: PipelineRunner) => Promise<unknown>,
): Promise<{ requests: ScriptedServer['requests']; result: unknown; logged: readonly string[] }> {
  await using server = await startScriptedServer(script);
  await using services = await createTestServices();
  const result = await call(runnerAt(server, services)).catch((thrown: unknown) => thrown);
  return { requests: server.requests, result, logged: services.logged };
}

const run = (state: object) => ({
  type: 'pipeline',
  uuid: '{11111111-2222-3333-4444-555555555555}',
  build_number: 7,
  target: { ref_name: 'migrator/x' },
  state,
});

describe('the pipeline runner of Bitbucket', () => {
  it('makes a branch of one file on top of a commit, as a form', async () => {
    const { requests } = await asked(
      () => ({ status: 201 }),
      (runner) =>
        runner.createBranch({
          ...web,
          branch: 'migrator/x',
          parent: 'abc123',
          message: 'A message',
          file: { path: 'bitbucket-pipelines.yml', text: 'a: "b&c"\n' },
        }),
    );
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', url: '/2.0/repositories/acme/web/src' });
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      branch: 'migrator/x',
      parents: 'abc123',
      message: 'A message',
      '/bitbucket-pipelines.yml': 'a: "b&c"\n',
    });
  });

  it('starts a custom pipeline of a branch', async () => {
    const { requests, result } = await asked(
      () => ({ status: 201, body: run({ name: 'PENDING', type: 'pipeline_state_pending' }) }),
      (runner) => runner.start({ ...web, branch: 'migrator/x', pipeline: 'one' }),
    );
    expect(requests[0]?.url).toBe('/2.0/repositories/acme/web/pipelines/');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      target: {
        type: 'pipeline_ref_target',
        ref_type: 'branch',
        ref_name: 'migrator/x',
        selector: { type: 'custom', pattern: 'one' },
      },
    });
    expect(result).toMatchObject({ state: 'running', reason: null });
  });

  it.each([
    [{ name: 'IN_PROGRESS', stage: { name: 'RUNNING' } }, 'running'],
    [{ name: 'IN_PROGRESS', stage: { name: 'PAUSED' } }, 'paused'],
    [{ name: 'HALTED' }, 'paused'],
    [{ name: 'COMPLETED', result: { name: 'SUCCESSFUL' } }, 'succeeded'],
    [{ name: 'COMPLETED', result: { name: 'STOPPED' } }, 'failed'],
    [{ name: 'COMPLETED', result: { name: 'ERROR', error: { message: 'No\nminutes' } } }, 'failed'],
    [{ name: 'SOMETHING_NEW' }, 'running'],
  ])('understands the state %j as %s', async (state, expected) => {
    const { result } = await asked(
      () => ({ body: run(state) }),
      (runner) => runner.read({ ...web, run: '{1}' }),
    );
    expect(result).toMatchObject({ state: expected });
    expect((result as { reason: string | null }).reason ?? 'No minutes').toBe('No minutes');
  });

  it('takes away variables of the names that are given, and no others', async () => {
    const values = [
      { uuid: '{a}', key: 'MINE', secured: true },
      { uuid: '{b}', key: 'THEIRS', secured: true },
    ];
    const { requests } = await asked(
      ({ method }) => (method === 'GET' ? { body: { values, size: 2 } } : { status: 204 }),
      (runner) => runner.removeVariables({ ...web, names: ['MINE'] }),
    );
    const deleted = requests.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ url }) => url)).toEqual([
      '/2.0/repositories/acme/web/pipelines_config/variables/%7Ba%7D',
    ]);
  });

  it('finds the runs of its own branch, also where the filter was passed over', async () => {
    const other = { ...run({ name: 'PENDING' }), target: { ref_name: 'main' } };
    const { result } = await asked(
      () => ({ body: { values: [other, run({ name: 'PENDING' })] } }),
      (runner) => runner.runsOf({ ...web, branch: 'migrator/x' }),
    );
    expect(result).toHaveLength(1);
  });

  it.each([
    [400, 'refused'],
    [403, 'permission'],
    [418, 'refused'],
  ])(
    'shows no value in what it says of a variable that was refused (%i), nor in the log',
    async (status, code) => {
      const body = { error: { message: 'canary-value is too short' } };
      const { result, logged } = await asked(
        () => ({ status, body }),
        (runner) => runner.addVariable({ ...web, name: 'A', value: 'canary-value' }),
      );
      expect(result).toMatchObject({ code });
      const error = result as Error & { detail: string | null };
      expect([error.message, error.detail, ...logged].join()).not.toContain('canary-value');
    },
  );

  it('names the scope that is missing', async () => {
    await using server = await startScriptedServer(() => ({ status: 403, body: {} }));
    await using services = await createTestServices();
    const runner = runnerAt(server, services);
    const start = runner.start({ ...web, branch: 'migrator/x', pipeline: 'one' });
    expect((await failureOf(start)).hint).toContain('write:pipeline:bitbucket');
    const remove = runner.deleteBranch({ ...web, branch: 'migrator/x' });
    expect((await failureOf(remove)).hint).toContain('write:repository:bitbucket');
  });

  it.each([
    [{}, null],
    [{ mainbranch: null }, null],
    [{ mainbranch: { name: 'release/1' } }, 'abc'],
  ])('finds where a branch may be begun in %j', async (repository, expected) => {
    const { result, requests } = await asked(
      ({ url }) =>
        url.includes('/refs/') ? { body: { target: { hash: 'abc' } } } : { body: repository },
      (runner) => runner.mainCommit(web),
    );
    expect(result).toBe(expected);
    if (expected !== null) {
      expect(requests[1]?.url).toContain('/refs/branches/release/1?');
    }
  });
});
