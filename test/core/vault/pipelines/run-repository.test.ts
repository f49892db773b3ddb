import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { PipelineRunner } from '../../../../src/core/ports/pipeline-runner.ts';
import { pipelineRecords } from '../../../../src/core/vault/pipelines/pipeline-record.ts';
import type { PipelineTools } from '../../../../src/core/vault/pipelines/pipeline-tools.ts';
import { runRepository } from '../../../../src/core/vault/pipelines/run-repository.ts';
import { openVaultPlace, type VaultPlace } from '../../../helpers/secrets/vault-place.ts';

const minute = 60_000;
const environments = ['Test', 'Staging', 'Production'];

let place: VaultPlace;
let folder: string;
beforeEach(async () => {
  place = await openVaultPlace();
  folder = mkdtempSync(join(tmpdir(), 'migrator-pipelines-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await place[Symbol.asyncDispose]();
});

const pathOf = (environment: string) => `p/environments/web/${environment}/KEY`;

/** A host whose runs all take five minutes, and fill in nothing. */
function slowHost(own: Partial<PipelineRunner> = {}) {
  const variables = new Map<string, string>();
  const calls: string[] = [];
  const tokens: string[] = [];
  const running = { id: '{1}', state: 'running', reason: null, webUrl: '' } as const;
  const runner: PipelineRunner = {
    hostname: 'bitbucket.example',
    scopes: [],
    verifyCredentials: () => Promise.reject(new Error('not asked for')),
    mainCommit: async () => 'a'.repeat(40),
    createBranch: async () => void calls.push('createBranch'),
    deleteBranch: async () => void calls.push('deleteBranch'),
    addVariable: async ({ name, value }) => void variables.set(name, value),
    removeVariables: async ({ names }) => {
      for (const name of names) variables.delete(name);
    },
    async start() {
      tokens.push([...variables.values()].at(-1) ?? '');
      calls.push(`start ${tokens.at(-1)} ${lifeOf(tokens.at(-1) ?? '')}`);
      return running;
    },
    async read() {
      place.clock.advance(5 * minute);
      return { ...running, state: 'succeeded' };
    },
    runsOf: async () => [],
    stop: async () => {},
    ...own,
  };
  return { runner, variables, calls, tokens };
}

/** Minutes that a token still has. */
function lifeOf(token: string): number {
  const { expiresAt = null } = place.host.namespaces.get('')?.tokens.get(token) ?? {};
  return expiresAt === null ? 0 : (expiresAt - place.clock.now()) / minute;
}

async function run(runner: PipelineRunner) {
  const vault = place.open();
  const redactor = new Redactor();
  for (const environment of environments) {
    await vault.entries.create(pathOf(environment));
    await vault.entries.describe(pathOf(environment), {
      managed_by: 'migrator',
      empty_version: '1',
    });
  }
  const tools: PipelineTools = {
    runner,
    vault: vault.client,
    entries: vault.entries,
    records: pipelineRecords(folder),
    project: 'p',
    workspace: 'acme',
    role: null,
    runnerAddress: 'https://vault.example',
    definition: { mount: 'secret', namespace: null, authorities: null, runsOn: [] },
    redactor,
    process: { pid: 1, hostname: 'here' },
    clock: place.clock,
    interval: 1000,
    settle: 15_000,
    say: () => {},
    signal: new AbortController().signal,
    drain: new AbortController().signal,
  };
  const runs = environments.map((environment) => ({
    environment,
    values: [
      {
        address: { level: 'deployment', repository: 'web', environment, name: 'KEY' } as const,
        path: pathOf(environment),
        version: 1,
      },
    ],
  }));
  const report = await runRepository(tools, { slug: 'web', runs });
  return { report, redactor, left: await tools.records.list() };
}

describe('the pipelines of one repository', () => {
  it('get a new token before the old one could end in the middle of a run', async () => {
    const { runner, tokens, calls, variables } = slowHost();
    const { report, redactor, left } = await run(runner);
    expect(report.failure).toBeNull();
    for (const { outcome } of report.runs) expect(outcome).toBe('incomplete');
    expect(calls.filter((call) => / 15$/.test(call))).toHaveLength(3);
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) {
      expect(lifeOf(token)).toBe(0);
      expect(redactor.text(token)).toBe(token);
    }
    expect([...variables.keys(), ...left]).toEqual([]);
  });

  it('are cleaned up when a request whose answer was lost has done what it will do', async () => {
    const order: string[] = [];
    const { runner } = slowHost({
      createBranch: () =>
        Promise.reject(new MigratorError('ambiguous-write', 'the answer was lost')),
      deleteBranch: async () => void order.push(`deleted after ${place.clock.sleeps.at(-1)}`),
    });
    const { report, left } = await run(runner);
    expect(report.failure?.code).toBe('ambiguous-write');
    expect(order).toEqual(['deleted after 15000']);
    expect(left).toEqual([]);
  });
});
