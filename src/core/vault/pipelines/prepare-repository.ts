import { randomBytes } from 'node:crypto';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { pipelineDefinition } from './pipeline-definition.ts';
import type { PlannedRepository, PlannedRun } from './pipeline-plan.ts';
import type { PipelineRecord } from './pipeline-record.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import {
  addPolicy,
  checkWriteToken,
  createWriteToken,
  revokeByAccessor,
  revokeSelf,
  writePolicy,
} from './write-token.ts';

/** Decides all names on both sides before anything is created. Pure but for chance. */
export function newRecord(tools: PipelineTools, slug: string): PipelineRecord {
  const id = randomBytes(6).toString('hex');
  const { address, namespace } = tools.vault.settings;
  return {
    version: 1,
    id,
    at: tools.clock.now(),
    process: tools.process,
    source: { host: tools.runner.hostname, workspace: tools.workspace, slug },
    branch: `migrator/vault-${id}`,
    variables: Object.values(variableNames(id)),
    vault: {
      address,
      namespace,
      policy: tools.role === null ? `migrator-pipeline-${id}` : null,
      accessor: null,
    },
  };
}

export function variableNames(id: string): { readonly address: string; readonly token: string } {
  const suffix = id.toUpperCase();
  return {
    address: `MIGRATOR_VAULT_ADDR_${suffix}`,
    token: `MIGRATOR_VAULT_TOKEN_${suffix}`,
  };
}

/** Describes what exists on both sides so far. */
export interface Prepared {
  record: PipelineRecord;
  /** `null`: no token exists. */
  token: string | null;
  /** When it was created, in milliseconds since 1970. */
  tokenAt: number;
}

/** Policy, token, variables, branch: in this order, so that what comes last is what can run. */
export async function prepare(
  tools: PipelineTools,
  planned: PlannedRepository,
  prepared: Prepared,
): Promise<void> {
  const { runner, signal } = tools;
  const repository = { workspace: tools.workspace, slug: planned.slug, signal };
  const parent = await runner.mainCommit(repository);
  if (parent === null) {
    throw new MigratorError(
      'refused',
      `${planned.slug} has no branch to base a temporary branch on`,
      {
        hint: "Its first branch would become its main branch. Fill in this repository's entries by hand.",
      },
    );
  }
  const { policy } = prepared.record.vault;
  const paths = planned.runs.flatMap(({ values }) => values.map(({ path }) => path));
  if (policy !== null) await createPolicy(tools, { policy, paths, prepared });
  const token = await createToken(tools, { path: paths[0], prepared });
  const names = variableNames(prepared.record.id);
  await runner.addVariable({ ...repository, name: names.address, value: tools.runnerAddress });
  await runner.addVariable({ ...repository, name: names.token, value: token });
  await runner.createBranch({
    ...repository,
    branch: prepared.record.branch,
    parent,
    message: 'Write pipeline variables into a vault (temporary branch)',
    file: {
      path: 'bitbucket-pipelines.yml',
      text: pipelineDefinition({ ...tools.definition, runs: planned.runs, variables: names }),
    },
  });
}

/** Milliseconds after which no further run starts with a token: a run may need the rest of its life. */
const freshLife = 4 * 60_000;

/** Call it before each run: runs come one after the other, and the token must outlive each of them. */
export async function keepToken(
  tools: PipelineTools,
  { slug, run }: { slug: string; run: PlannedRun },
  prepared: Prepared,
): Promise<void> {
  const { runner, vault, workspace, redactor, clock, signal } = tools;
  const { token: old, record } = prepared;
  if (old === null || clock.now() - prepared.tokenAt < freshLife) return;
  const { accessor } = record.vault;
  if (!(await revokeSelf(vault, { token: old, signal })) && accessor !== null) {
    await revokeByAccessor(vault, { accessor, signal });
  }
  redactor.forget(old);
  prepared.token = null;
  const value = await createToken(tools, { path: run.values[0]?.path, prepared });
  const name = variableNames(record.id).token;
  await runner.removeVariables({ workspace, slug, names: [name], signal });
  await runner.addVariable({ workspace, slug, name, value, signal });
}

/** Records its accessor at once, and tries the token with an entry that is still empty. */
async function createToken(
  tools: PipelineTools,
  { path, prepared }: { path: string | undefined; prepared: Prepared },
): Promise<string> {
  const { vault, records, role, project, redactor, clock, signal } = tools;
  const { record } = prepared;
  const writing = await createWriteToken(vault, { role, policy: record.vault.policy, signal });
  const { token, accessor } = writing;
  redactor.add(token);
  prepared.token = token;
  prepared.tokenAt = clock.now();
  prepared.record = { ...record, at: prepared.tokenAt, vault: { ...record.vault, accessor } };
  await records.save(prepared.record);
  await checkWriteToken(vault, { ...writing, path: path ?? project, folder: project, signal });
  return token;
}

async function createPolicy(
  { vault, records, signal }: PipelineTools,
  { policy, paths, prepared }: { policy: string; paths: readonly string[]; prepared: Prepared },
): Promise<void> {
  try {
    const text = writePolicy(vault.settings.mount, paths);
    await addPolicy(vault, { name: policy, text, signal });
  } catch (thrown) {
    const { code } = toMigratorError(thrown);
    if (code === 'permission' || code === 'refused') {
      // It was not created, and without the right to create policies there is none to delete them.
      prepared.record = { ...prepared.record, vault: { ...prepared.record.vault, policy: null } };
      await records.save(prepared.record);
    }
    throw thrown;
  }
}
