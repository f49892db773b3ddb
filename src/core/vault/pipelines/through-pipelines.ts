import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config-schema.ts';
import { settleSeconds } from '../../config/with-config.ts';
import type { InventoryRepository } from '../../discovery/inventory-schema.ts';
import { checkBaseUrl, isLoopback } from '../../kernel/base-url.ts';
import { interrupted, MigratorError } from '../../kernel/errors.ts';
import type { Program } from '../../kernel/program.ts';
import type { PipelineRunner } from '../../ports/pipeline-runner.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { Vault } from '../open-vault.ts';
import type { SyncedEntry } from '../sync-to-vault.ts';
import { confirmationLines } from './confirmation.ts';
import { type PipelinePlan, planPipelines } from './pipeline-plan.ts';
import { pipelineRecords } from './pipeline-record.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { type RepositoryReport, runRepository } from './run-repository.ts';

export interface PipelineFlags {
  readonly workspace: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Labels of self-hosted runners. */
  readonly runsOn: readonly string[];
  readonly runnerVaultAddr: string | undefined;
}

/** Milliseconds between two looks at a run: each is one of a thousand requests an hour. */
const interval = 5000;
const intervalOnLoopback = 200;

export interface ThroughPipelines {
  readonly plan: PipelinePlan;
  /** Empty where nothing was to be done, or it was only shown. */
  readonly reports: readonly RepositoryReport[];
}

/**
 * The pipelines' own credentials are good, before anything is written.
 * @throws `credentials`, or `permission` naming the scopes that are missing
 */
export async function verifyRunner(
  runner: PipelineRunner,
  { workspace, signal }: { workspace: string; signal: AbortSignal },
): Promise<void> {
  const { scopes: granted } = await runner.verifyCredentials({ workspace, signal });
  const missing = granted === null ? [] : runner.scopes.filter((one) => !granted.includes(one));
  if (missing.length === 0) return;
  throw new MigratorError(
    'permission',
    `403 Forbidden: the credentials for ${runner.hostname} lack ${missing.join(', ')}, which a temporary pipeline needs`,
    {
      hint: 'Create a token for this command only, with these scopes in addition to the others, and revoke it afterwards. Or omit --through-pipeline and fill in the entries by hand.',
    },
  );
}

/** Describes what a sync through pipelines needs of the app. */
interface PipelineAccess {
  readonly config: Config;
  readonly ask: Program['ask'];
  say(line: string): void;
}

/** @throws `usage` if nothing was confirmed and nobody can be asked */
export function checkConfirmable(flags: PipelineFlags, app: PipelineAccess, isJson: boolean): void {
  if (flags.yes || flags.dryRun || (app.ask !== null && !isJson)) return;
  throw new MigratorError('usage', '--through-pipeline needs confirmation', {
    hint: 'Check what it does with --dry-run, then add --yes.',
  });
}

/** Shows what is to be done, asks, and lets the pipelines of each repository fill in its entries. */
export async function throughPipelines(options: {
  app: PipelineAccess;
  program: Program;
  flags: PipelineFlags;
  runner: PipelineRunner;
  vault: Vault;
  project: string;
  repositories: readonly InventoryRepository[];
  entries: readonly SyncedEntry[];
}): Promise<ThroughPipelines> {
  const { app, program, flags, repositories, entries } = options;
  const plan = planPipelines(repositories, entries);
  if (plan.repositories.length === 0) return { plan, reports: [] };
  const tools = await toolsOf(options);
  const lines = confirmationLines({ plan, tools, isWhole: flags.dryRun });
  for (const line of lines) program.stderr.write(`${line}\n`);
  if (flags.dryRun) return { plan, reports: [] };
  if (!flags.yes) await confirm(app);
  const reports: RepositoryReport[] = [];
  for (const repository of plan.repositories) {
    if (program.drain.aborted) throw interrupted();
    reports.push(await runRepository(tools, repository));
  }
  return { plan, reports };
}

async function confirm(app: PipelineAccess): Promise<void> {
  const answer = (await app.ask?.('Start? Type yes: ')) ?? null;
  if (answer?.trim().toLowerCase() === 'yes') return;
  throw new MigratorError('usage', 'Not confirmed: no pipeline was started', {
    hint: 'The empty entries stay in the vault; fill them in by hand.',
  });
}

async function toolsOf(options: Parameters<typeof throughPipelines>[0]): Promise<PipelineTools> {
  const { app, program, flags, runner, vault, project } = options;
  const { settings } = vault.client;
  const { runnerVaultAddr } = flags;
  return {
    runner,
    vault: vault.client,
    entries: vault.entries,
    records: pipelineRecords(stateFolder(program)),
    project,
    workspace: flags.workspace,
    role: app.config.vault?.token_role ?? null,
    runnerAddress:
      runnerVaultAddr === undefined
        ? settings.address
        : checkBaseUrl(runnerVaultAddr, '--runner-vault-addr'),
    definition: {
      mount: settings.mount,
      namespace: settings.namespace,
      authorities: settings.caFile === null ? null : await certificatesOf(settings.caFile),
      runsOn: flags.runsOn,
    },
    redactor: program.redactor,
    process: { pid: program.pid, hostname: program.hostname },
    clock: program.clock,
    interval: isLoopback(runner.hostname.replace(/:\d+$/, '')) ? intervalOnLoopback : interval,
    settle: 1000 * settleSeconds(app.config, runner),
    say: app.say,
    signal: program.stop,
    drain: program.drain,
  };
}

/** Only certificates: the file may hold keys as well. */
async function certificatesOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const all = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return all.join('\n');
}
