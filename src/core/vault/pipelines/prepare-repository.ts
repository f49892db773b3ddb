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

/** Names that are made on both sides, decided before anything is. Pure but for chance. */
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

/** What is on both sides so far. */
export interface Made {
  record: PipelineRecord;
  /** `null`: none is there. */
  token: string | null;
  /** When it was made, in milliseconds since 1970. */
  tokenAt: number;
}

/** Policy, token, variables, branch: in this order, so that what comes last is what can run. */
export async function prepare(
  tools: PipelineTools,
  planned: PlannedRepository,
  made: Made,
): Promise<void> {
  const { runner, signal } = tools;
  const repository = { workspace: tools.workspace, slug: planned.slug, signal };
  const parent = await runner.mainCommit(repository);
  if (parent === null) throw noBranch(planned.slug);
  const { policy } = made.record.vault;
  const paths = planned.runs.flatMap(({ values }) => values.map(({ path }) => path));
  if (policy !== null) await makePolicy(tools, { policy, paths, made });
  const token = await makeToken(tools, { path: paths[0], made });
  const names = variableNames(made.record.id);
  await runner.addVariable({ ...repository, name: names.address, value: tools.runnerAddress });
  await runner.addVariable({ ...repository, name: names.token, value: token });
  await runner.createBranch({
    ...repository,
    branch: made.record.branch,
    parent,
    message: 'Write pipeline variables into a vault (temporary branch of migrator)',
    file: {
      path: 'bitbucket-pipelines.yml',
      text: pipelineDefinition({ ...tools.definition, runs: planned.runs, variables: names }),
    },
  });
}

/** Milliseconds of a token's life after which no further run is begun with it: a run may take all of the rest. */
const freshLife = 4 * 60_000;

/** To be called before each run: they come one after the other, and the token must outlive each of them. */
export async function keepToken(
  tools: PipelineTools,
  { slug, run }: { slug: string; run: PlannedRun },
  made: Made,
): Promise<void> {
  const { runner, vault, workspace, redactor, clock, signal } = tools;
  const { token: old, record } = made;
  if (old === null || clock.now() - made.tokenAt < freshLife) return;
  const { accessor } = record.vault;
  if (!(await revokeSelf(vault, { token: old, signal })) && accessor !== null) {
    await revokeByAccessor(vault, { accessor, signal });
  }
  redactor.forget(old);
  made.token = null;
  const value = await makeToken(tools, { path: run.values[0]?.path, made });
  const name = variableNames(record.id).token;
  await runner.removeVariables({ workspace, slug, names: [name], signal });
  await runner.addVariable({ workspace, slug, name, value, signal });
}

/** Written down by its accessor at once. Tried with an entry that is still empty. */
async function makeToken(
  tools: PipelineTools,
  { path, made }: { path: string | undefined; made: Made },
): Promise<string> {
  const { vault, records, role, project, redactor, clock, signal } = tools;
  const { record } = made;
  const writing = await createWriteToken(vault, { role, policy: record.vault.policy, signal });
  const { token, accessor } = writing;
  redactor.add(token);
  made.token = token;
  made.tokenAt = clock.now();
  made.record = { ...record, at: made.tokenAt, vault: { ...record.vault, accessor } };
  await records.save(made.record);
  await checkWriteToken(vault, { ...writing, path: path ?? project, folder: project, signal });
  return token;
}

async function makePolicy(
  { vault, records, signal }: PipelineTools,
  { policy, paths, made }: { policy: string; paths: readonly string[]; made: Made },
): Promise<void> {
  try {
    const text = writePolicy(vault.settings.mount, paths);
    await addPolicy(vault, { name: policy, text, signal });
  } catch (thrown) {
    const { code } = toMigratorError(thrown);
    if (code === 'permission' || code === 'refused') {
      // It was not made, and who may make none may take none away.
      made.record = { ...made.record, vault: { ...made.record.vault, policy: null } };
      await records.save(made.record);
    }
    throw thrown;
  }
}

function noBranch(slug: string): MigratorError {
  return new MigratorError(
    'refused',
    `${slug} has no branch that a temporary one could be begun on`,
    {
      hint: 'Its first branch would become its main one: fill in the entries of this repository by hand.',
    },
  );
}
