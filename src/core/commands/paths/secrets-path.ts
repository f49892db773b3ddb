import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSourcedInventory } from '../../discovery/read-inventory.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { freePath } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { readPlan } from '../../plan/read-plan.ts';
import { slugsText } from '../../plan/read-slugs.ts';
import { hasSecretNames, secretNamesLines } from '../../report/lines/secret-names-lines.ts';
import type { PathPrompts } from '../../wizard/errands.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { discoverCommand } from '../discover/command.ts';
import { runDiscover } from '../discover/handler.ts';
import {
  secretsManifestCommand,
  secretsScaffoldCommand,
  secretsStatusCommand,
} from '../secrets/command.ts';
import { runManifest } from '../secrets/manifest-handler.ts';
import { dryRunScaffold, runScaffold } from '../secrets/scaffold-handler.ts';
import { commandLine, configOf, mayContinue, say, show } from './path-prompts.ts';

interface SecretsPath {
  readonly program: CommandProgram;
  readonly flags: AppFlags;
  /** For its files; empty: the current one. */
  readonly folder: string;
  readonly workspace: string;
  readonly organization: string | null;
  /** The plan file of a migration: only its repositories, under their target names; `null`: the whole workspace. */
  readonly plan: string | null;
  readonly prompts: PathPrompts;
}

interface Files {
  readonly plan: string | undefined;
  /** Lists the repositories of the plan. */
  readonly repositories: string | undefined;
  readonly inventory: string;
  readonly manifest: string;
  readonly checklist: string;
}

/**
 * Runs the commands of secrets, each shown as a command line: names, manifest, a dry run, and after a yes the placeholders
 * with the checklist; then, with a vault, its commands.
 * @throws what the commands throw
 */
export async function runSecretsPath(options: SecretsPath): Promise<ExitCode> {
  const { folder, program } = options;
  const files: Files = {
    plan: options.plan ?? undefined,
    repositories: await listOf(options),
    inventory: await freePath(folder, 'secrets-inventory', '.json'),
    manifest: await manifestPath(options),
    checklist: await freePath(folder, 'secrets-checklist', '.md'),
  };
  const { workspace, hasNames } = await listNames(options, files);
  // A manifest that was there may have secrets that people have added.
  if (!hasNames && !existsSync(files.manifest)) {
    say(program, 'No secrets to create.');
    return exitCodes.done;
  }
  await writeManifest(options, files);
  const organization = await askOrganization(options, files);
  if (organization === '') return exitCodes.done;
  const created = await createSecrets(options, { files, targetOrg: organization });
  if (!mayContinue(created)) return created;
  const known = { ...files, workspace, organization };
  const { runVaultPath } = await import('./vault-path.ts');
  const synced = await runVaultPath({ ...options, known });
  return created === exitCodes.done ? synced : created;
}

/** The manifest of the folder, where there is one and the user wants it: it decides what is created where, and who sees it. */
async function manifestPath({ folder, prompts }: SecretsPath): Promise<string> {
  const there = join(folder, 'secrets.yaml');
  if (!existsSync(there)) return there;
  const question = `${there} already exists. Add the new names to it, and create the secrets it lists?`;
  return (await prompts.confirm(question)) ? there : freePath(folder, 'secrets', '.yaml');
}

/** The file that names the plan's repositories; `undefined` without a plan. */
async function listOf({ program, folder, plan }: SecretsPath): Promise<string | undefined> {
  if (plan === null) return undefined;
  const { resolveRepositoryNames: resolveTargetNames } = program.naming;
  const { repositories } = (await readPlan({ path: plan, resolveTargetNames })).plan;
  const path = await freePath(folder, 'secrets-repositories', '.txt');
  await writeText(path, slugsText(repositories.map(({ source }) => source)), {
    ...{ force: false, uid: program.uid },
  });
  return path;
}

/** @returns the workspace by the inventory, and whether there are variables */
async function listNames(
  { program, flags, workspace }: SecretsPath,
  files: Files,
): Promise<{ workspace: string; hasNames: boolean }> {
  const { repositories } = files;
  const values = {
    ...{ workspace, includeSecrets: true },
    ...(repositories === undefined ? {} : { repositories }),
    output: files.inventory,
  };
  show(program, discoverCommand, { ...values, ...configOf(flags) });
  await runDiscover({
    program,
    flags: {
      ...flags,
      ...values,
      repositories,
      project: undefined,
      deep: false,
      includeSettings: false,
      ...{ includePipelines: false, includeLargeFiles: false },
      groups: undefined,
      users: undefined,
      fresh: false,
      include: [],
      exclude: [],
      force: false,
    },
  });
  const { inventory } = await readSourcedInventory(files.inventory);
  for (const line of secretNamesLines(inventory)) say(program, line);
  return { workspace: inventory.source.workspace, hasNames: hasSecretNames(inventory) };
}

async function writeManifest({ program, flags }: SecretsPath, files: Files): Promise<void> {
  const values = {
    inventory: files.inventory,
    ...planOf(files),
    output: files.manifest,
    merge: existsSync(files.manifest),
  };
  show(program, secretsManifestCommand, values);
  await runManifest({
    program,
    flags: {
      ...flags,
      ...values,
      plan: files.plan,
      force: false,
      workspaceVariables: undefined,
      organizationVisibility: undefined,
    },
  });
}

async function createSecrets(
  { program, flags, prompts }: SecretsPath,
  { files, targetOrg }: { files: Files; targetOrg: string },
): Promise<ExitCode> {
  const { manifest, checklist: output, plan } = files;
  const values = { manifest, targetOrg, ...planOf(files), output };
  const command = { ...values, ...configOf(flags) };
  show(program, secretsScaffoldCommand, { ...command, dryRun: true });
  const scaffoldFlags = { ...flags, ...values, plan };
  const dryRun = await dryRunScaffold({
    program,
    flags: { ...scaffoldFlags, force: false, dryRun: true },
  });
  if (dryRun.creatable === 0) {
    say(program, 'None of these secrets can be created now.');
    return dryRun.exitCode;
  }
  if (!(await prompts.confirm('Create these secrets, each with a placeholder?'))) {
    say(program, `Nothing was created. ${files.checklist} lists what would be created.`);
    return exitCodes.done;
  }
  prompts.onWrite();
  // Replaces the checklist of the dry run.
  show(program, secretsScaffoldCommand, { ...command, force: true });
  const exitCode = await runScaffold({
    program,
    flags: { ...scaffoldFlags, force: true, dryRun: false },
  });
  const { output: _checklist, ...statusFlags } = command;
  const status = commandLine(secretsStatusCommand, statusFlags);
  say(program, `Fill in the secrets in ${files.checklist}. To see what is left: ${status}`);
  return exitCode;
}

/** As a flag, where there is one. */
function planOf({ plan }: Files): { plan?: string } {
  return plan === undefined ? {} : { plan };
}

/** Empty to end here. */
async function askOrganization(
  { program, organization, prompts }: SecretsPath,
  { manifest }: Files,
): Promise<string> {
  const standard = organization ?? '';
  say(program, '');
  say(program, `Edit ${manifest} now if you like.`);
  const answer = await prompts.ask({ text: 'Target organization', standard });
  return answer === '' ? standard : (answer ?? '');
}
