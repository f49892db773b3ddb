import { readVariable, type Variables } from '../../kernel/environment.ts';
import { type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { FlagValues } from '../../options/flag.ts';
import { checkVaultPath } from '../../vault/http/vault-settings.ts';
import { requireVaultSync } from '../../vault/require-vault-sync.ts';
import type { PathPrompts } from '../../wizard/errands.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import {
  secretsSyncFromVaultCommand,
  secretsSyncToVaultCommand,
} from '../secrets-vault/command.ts';
import { runSyncFromVault } from '../secrets-vault/from-vault-handler.ts';
import { runSyncToVault } from '../secrets-vault/to-vault-handler.ts';
import { commandLine, mayContinue, say, show } from './path-prompts.ts';

interface VaultPath {
  readonly program: CommandProgram;
  readonly flags: AppFlags;
  readonly known: Omit<VaultChoices, 'project' | 'config'>;
  readonly prompts: PathPrompts;
}

interface Step {
  readonly prompts: PathPrompts;
  readonly program: CommandProgram;
  readonly flags: AppFlags;
  readonly choices: VaultChoices;
}

/**
 * Runs the commands of the vault, each shown as a command line: a dry run, after a yes the empty entries, and the same for
 * their values once they are filled in. Offered only with a vault.
 * @returns the code of the first that failed, or `done`
 * @throws what the commands throw
 */
export async function runVaultPath({
  program,
  flags,
  known,
  prompts,
}: VaultPath): Promise<ExitCode> {
  if (!hasVault(program.environment)) return exitCodes.done;
  say(program, '');
  const problem = await vaultProblem(program, flags);
  if (problem !== null) {
    say(program, safe(`Cannot use the vault (VAULT_ADDR): ${problem.message}`));
    if (problem.hint !== null) say(program, safe(`  ${problem.hint}`));
    return exitCodes.done;
  }
  say(program, 'Instead of these pages, people can fill in entries in a vault (VAULT_ADDR).');
  if (!(await prompts.confirm('Create a vault entry for every variable?'))) {
    return exitCodes.done;
  }
  const project = await askProject(program, prompts);
  if (project === null) return exitCodes.done;
  const step = { program, flags, prompts, choices: { ...known, project, config: flags.config } };
  const created = await createEntries(step);
  if (!mayContinue(created)) return created;
  const written = await writeValues(step);
  return created === exitCodes.done ? written : created;
}

/** Why neither entries nor values could be written: the vault, its token or the license. */
async function vaultProblem(
  program: CommandProgram,
  flags: AppFlags,
): Promise<MigratorError | null> {
  try {
    await using app = await program.openApp({ program, flags, resultOnly: true });
    const vault = await app.vault();
    const hosts = [app.source({ usesGit: false }).hostname, vault.client.host];
    await requireVaultSync({ app, hosts, now: program.clock.now(), dryRun: false });
    await vault.verify({ signal: AbortSignal.any([program.stop, program.drain]) });
    return null;
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (error.code === 'interrupted') throw error;
    return error;
  }
}

/** `null` to end here. */
async function askProject(program: CommandProgram, prompts: PathPrompts): Promise<string | null> {
  for (;;) {
    const answer = await prompts.ask({
      text: 'Vault project, a folder under the mount',
      standard: '',
    });
    if (answer === null) return null;
    if (answer === '') continue;
    try {
      return checkVaultPath(answer, '--vault-project');
    } catch (thrown) {
      const { message, hint } = toMigratorError(thrown);
      say(program, message);
      if (hint !== null) say(program, `  ${hint}`);
    }
  }
}

async function createEntries({ program, flags, prompts, choices }: Step): Promise<ExitCode> {
  const values = toVaultFlags(choices);
  show(program, secretsSyncToVaultCommand, { ...values, dryRun: true });
  const dryRunFlags = {
    ...flags,
    ...values,
    include: [],
    exclude: [],
    repositories: choices.repositories,
    fresh: false,
    throughPipeline: false,
    runsOn: [],
    runnerVaultAddr: undefined,
    yes: false,
    dryRun: true,
  };
  const dryRunCode = await runSyncToVault({ program, flags: dryRunFlags });
  if (!mayContinue(dryRunCode)) return dryRunCode;
  if (!(await prompts.confirm('Create these entries, each without a value?'))) {
    say(program, 'No entries were created.');
    return dryRunCode;
  }
  prompts.onWrite();
  show(program, secretsSyncToVaultCommand, values);
  const exitCode = await runSyncToVault({ program, flags: { ...dryRunFlags, dryRun: false } });
  const pipelines = { ...values, throughPipeline: true, dryRun: true };
  say(program, '');
  say(program, "Bitbucket's pipelines can fill them in too. To see how, run");
  say(program, `  ${commandLine(secretsSyncToVaultCommand, pipelines)}`);
  return exitCode;
}

async function writeValues({ program, flags, prompts, choices }: Step): Promise<ExitCode> {
  const values = fromVaultFlags(choices);
  say(program, '');
  const isFilled = await prompts.confirm(
    'Are the entries filled in? If so, you will first see what would be copied.',
  );
  if (!isFilled) {
    const later = commandLine(secretsSyncFromVaultCommand, { ...values, dryRun: true });
    say(program, `Later: ${later}`);
    return exitCodes.done;
  }
  show(program, secretsSyncFromVaultCommand, { ...values, dryRun: true });
  const dryRunFlags = {
    ...flags,
    ...values,
    plan: choices.plan,
    replaceExisting: false,
    dryRun: true,
  };
  const dryRunCode = await runSyncFromVault({ program, flags: dryRunFlags });
  if (!mayContinue(dryRunCode)) return dryRunCode;
  if (!(await prompts.confirm('Write these values to GitHub?'))) {
    say(program, 'No values were read or written.');
    return dryRunCode;
  }
  prompts.onWrite();
  show(program, secretsSyncFromVaultCommand, values);
  return runSyncFromVault({ program, flags: { ...dryRunFlags, dryRun: false } });
}

export interface VaultChoices {
  /** By the inventory. */
  readonly workspace: string;
  readonly project: string;
  readonly organization: string;
  readonly inventory: string;
  readonly manifest: string;
  /** The plan's file, and the list of its repositories. */
  readonly plan: string | undefined;
  readonly repositories: string | undefined;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
}

type ToVaultFlags = Partial<FlagValues<typeof secretsSyncToVaultCommand.flags>>;
type FromVaultFlags = Partial<FlagValues<typeof secretsSyncFromVaultCommand.flags>>;

/** Pure. */
export function hasVault(environment: Variables): boolean {
  return readVariable(environment, 'VAULT_ADDR') !== null;
}

/** The flags of `secrets sync-to-vault`: names come from the inventory. Pure. */
export function toVaultFlags({
  workspace,
  project,
  inventory,
  repositories,
  config,
}: VaultChoices) {
  return {
    workspace,
    vaultProject: project,
    inventory,
    ...(repositories === undefined ? {} : { repositories }),
    ...(config === undefined ? {} : { config }),
  } satisfies ToVaultFlags;
}

/** The flags of `secrets sync-from-vault`: secrets come from the manifest. Pure. */
export function fromVaultFlags({ project, organization, manifest, plan, config }: VaultChoices) {
  return {
    vaultProject: project,
    targetOrg: organization,
    manifest,
    ...(plan === undefined ? {} : { plan }),
    ...(config === undefined ? {} : { config }),
  } satisfies FromVaultFlags;
}
