import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import type { PipelineRunner } from '../../ports/pipeline-runner.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { openEntryIntents } from '../../vault/entries/entry-intents.ts';
import type { EntryAddress } from '../../vault/entries/entry-path.ts';
import { checkVaultPath } from '../../vault/http/vault-settings.ts';
import type { Vault } from '../../vault/open-vault.ts';
import { finishLeftovers } from '../../vault/pipelines/clean-up.ts';
import {
  leftoverLines,
  pipelineJson,
  pipelineLines,
} from '../../vault/pipelines/pipeline-lines.ts';
import { pipelineRecords } from '../../vault/pipelines/pipeline-record.ts';
import type { RepositoryReport } from '../../vault/pipelines/run-repository.ts';
import {
  checkConfirmable,
  type PipelineFlags,
  type ThroughPipelines,
  throughPipelines,
  verifyRunner,
} from '../../vault/pipelines/through-pipelines.ts';
import { requireVaultSync } from '../../vault/require-vault-sync.ts';
import { type SyncReport, syncJson, syncLines } from '../../vault/sync-report.ts';
import { type SyncedEntry, syncToVault } from '../../vault/sync-to-vault.ts';
import {
  variablesOfWorkspace,
  type WorkspaceChoice,
  wantedEntries,
} from '../../vault/variables-of-workspace.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';

interface SyncToVaultFlags extends AppFlags, WorkspaceChoice, PipelineFlags {
  readonly vaultProject: string;
  readonly throughPipeline: boolean;
}

/** Milliseconds between two lines of progress. */
const interval = 5000;

/** `migrator secrets sync-to-vault`: an empty entry for every variable, and with --through-pipeline their values. */
export async function runSyncToVault(options: HandlerInput<SyncToVaultFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  const project = checkVaultPath(flags.vaultProject, '--vault-project');
  await using app = await program.openApp({ program, flags, resultOnly: true });
  checkFlags(flags, app);
  const vault = await app.vault();
  await requireVaultSync({
    app,
    hosts: [...sourceHosts(flags, app), vault.client.host],
    now: program.clock.now(),
    dryRun: flags.dryRun,
  });
  const runner = flags.throughPipeline ? app.pipelines() : null;
  // Before a thousand requests to the source.
  const beginning = AbortSignal.any([program.stop, program.drain]);
  await vault.verify({ signal: beginning });
  await finishEarlier(options, app, vault, beginning);
  if (runner !== null) {
    await verifyRunner(runner, { workspace: flags.workspace, signal: beginning });
  }
  const { repositories, isComplete } = await variablesOfWorkspace({ app, program, choice: flags });
  const wanted = wantedEntries(repositories);
  if (wanted.length === 0 && flags.inventory !== undefined && !isComplete) {
    throw new MigratorError('input-file', `The inventory ${flags.inventory} has no secret names`, {
      hint: `Write it with: migrator discover --workspace ${shellValue(flags.workspace)} --include-secrets`,
    });
  }
  const scope = { app, vault, project };
  const created = await createEntries({ ...options, ...scope, wanted });
  const through =
    runner === null
      ? null
      : await throughPipelines({ ...options, ...scope, runner, repositories, entries: created });
  const entries = through === null ? created : withFilled(created, through.reports);
  const { host, settings } = vault.client;
  const { workspace, dryRun } = flags;
  const report = { workspace, host, mount: settings.mount, project, dryRun, entries };
  writeReport(options, { report, through });
  const hasFailed =
    !isComplete ||
    entries.some(({ state }) => state === 'failed') ||
    (through !== null && !isWhole(through));
  return hasFailed ? exitCodes.someFailed : exitCodes.done;
}

async function createEntries(
  given: HandlerInput<SyncToVaultFlags> & {
    app: App;
    vault: Vault;
    project: string;
    wanted: readonly EntryAddress[];
  },
): Promise<readonly SyncedEntry[]> {
  const { flags, program, app, vault, project, wanted } = given;
  const { address, namespace, mount } = vault.client.settings;
  let reportedAt = program.clock.now();
  return syncToVault({
    entries: vault.entries,
    project,
    workspace: flags.workspace,
    wanted,
    intents: await openEntryIntents({
      folder: stateFolder(program),
      place: [address, namespace ?? '', mount, project],
      clock: program.clock,
    }),
    dryRun: flags.dryRun,
    onDone(done) {
      if (program.clock.now() - reportedAt < interval) return;
      reportedAt = program.clock.now();
      app.say(`${done} of ${count(wanted.length, 'entry', 'entries')}`);
    },
    signal: program.stop,
    drain: program.drain,
  });
}

function writeReport(
  { flags, program }: HandlerInput<SyncToVaultFlags>,
  { report, through }: { report: SyncReport; through: ThroughPipelines | null },
): void {
  if (flags.json) {
    const pipelines =
      through === null ? {} : { pipelines: pipelineJson(through.plan, through.reports) };
    program.stdout.write(jsonLine({ ...syncJson(report), ...pipelines }));
  } else {
    const lines = through === null ? [] : pipelineLines(through.plan, through.reports);
    program.stdout.write(`${[...lines, ...syncLines(report)].join('\n')}\n`);
  }
}

/** Without names from a file, the source counts, too. */
function sourceHosts({ inventory, throughPipeline }: SyncToVaultFlags, app: App): string[] {
  if (inventory !== undefined && !throughPipeline) return [];
  return [app.source({ usesGit: false }).hostname];
}

function isWhole({ plan, reports }: ThroughPipelines): boolean {
  if (plan.skipped.length > 0) return false;
  return reports.every(
    ({ runs, failure, leftovers }) =>
      failure === null &&
      leftovers.length === 0 &&
      runs.every(({ outcome }) => outcome === 'filled'),
  );
}

/** With the entries that pipelines have filled. */
function withFilled(
  entries: readonly SyncedEntry[],
  reports: readonly RepositoryReport[],
): readonly SyncedEntry[] {
  const filled = new Set(reports.flatMap(({ runs }) => runs.flatMap((run) => run.filled)));
  return entries.map((entry) => (filled.has(entry.path) ? { ...entry, state: 'filled' } : entry));
}

/** @throws `usage` */
function checkFlags(flags: SyncToVaultFlags, app: App): void {
  if (flags.throughPipeline) {
    checkConfirmable(flags, app, flags.json);
    return;
  }
  const others = [
    ...(flags.yes ? ['--yes'] : []),
    ...(flags.runsOn.length > 0 ? ['--runs-on'] : []),
    ...(flags.runnerVaultAddr === undefined ? [] : ['--runner-vault-addr']),
  ];
  if (others.length === 0) return;
  throw new MigratorError('usage', `${others.join(' and ')} needs --through-pipeline`, {
    hint: 'Add --through-pipeline, or remove this option: only pipelines use it.',
  });
}

/** Deletes what a killed run has left. */
async function finishEarlier(
  { program, flags }: { program: CommandProgram; flags: SyncToVaultFlags },
  app: App,
  vault: Vault,
  signal: AbortSignal,
): Promise<void> {
  const records = pipelineRecords(stateFolder(program));
  const left = await records.list();
  if (left.length === 0 || flags.dryRun) return;
  const runner = runnerIfAny(flags, app);
  if (runner === null) {
    const text =
      'An earlier run left temporary objects. Delete them with: migrator secrets cleanup';
    app.say(`note  ${text}`);
    return;
  }
  const tools = { runner, vault: vault.client, records };
  const reports = await finishLeftovers(tools, { records: left, program, signal });
  for (const line of leftoverLines(reports)) program.stderr.write(`${line}\n`);
}

/** `null` without credentials for the source, where it is not needed. */
function runnerIfAny(flags: SyncToVaultFlags, app: App): PipelineRunner | null {
  try {
    return app.pipelines();
  } catch (thrown) {
    if (flags.inventory === undefined || flags.throughPipeline) throw thrown;
    return null;
  }
}
