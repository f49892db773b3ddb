import { archiveCheckCommand } from '../core/commands/archive/command.ts';
import { auditCommand } from '../core/commands/audit/command.ts';
import type { Command } from '../core/commands/command.ts';
import { completionCommand } from '../core/commands/completion/command.ts';
import { configInitCommand, configShowCommand } from '../core/commands/config/command.ts';
import { cutoverCommand } from '../core/commands/cutover/command.ts';
import { demoCommand } from '../core/commands/demo/command.ts';
import { discoverCommand } from '../core/commands/discover/command.ts';
import { doctorCommand } from '../core/commands/doctor/command.ts';
import { exportTerraformCommand } from '../core/commands/export/command.ts';
import type { HelpSection } from '../core/commands/help-text.ts';
import {
  licenseActivateCommand,
  licenseRegisterCommand,
  licenseStatusCommand,
} from '../core/commands/license/command.ts';
import { migrateCommand } from '../core/commands/migrate/command.ts';
import { pipelinesConvertCommand } from '../core/commands/pipelines/command.ts';
import { planCommand } from '../core/commands/plan/command.ts';
import { remotesCommand } from '../core/commands/remotes/command.ts';
import { rollbackCommand } from '../core/commands/rollback/command.ts';
import { sandboxCommand } from '../core/commands/sandbox/command.ts';
import { screensCommand } from '../core/commands/screens/command.ts';
import {
  secretsCleanupCommand,
  secretsManifestCommand,
  secretsScaffoldCommand,
  secretsStatusCommand,
} from '../core/commands/secrets/command.ts';
import {
  secretsSyncFromVaultCommand,
  secretsSyncToVaultCommand,
} from '../core/commands/secrets-vault/command.ts';
import { settingsCommand } from '../core/commands/settings/command.ts';
import { statusCommand } from '../core/commands/status/command.ts';
import { syncCommand } from '../core/commands/sync/command.ts';
import {
  usersClaimCommand,
  usersStatusCommand,
  usersSuggestCommand,
} from '../core/commands/users/command.ts';
import { verifyCommand } from '../core/commands/verify/command.ts';
import { workerCommand } from '../core/commands/worker/command.ts';
import { startHosts } from './start-hosts.ts';

/** Ink styles with chalk, which looks at the environment when it is loaded, and not at what a look wants. */
async function loadDrawing() {
  process.env.FORCE_COLOR = '3';
  return (await import('../screens/gallery/gallery.ts')).drawScreens;
}

const loadStartSelf = async () => (await import('./process/start-self.ts')).startSelf;
const loadStartedAs = async () => (await import('./process/start-self.ts')).startedAs();

/** Every command by its task, in the order of the help. Declarations alone: what a command does is loaded when it runs. */
export const sections: readonly HelpSection[] = [
  section('Start here', [
    demoCommand({ startHosts, loadStartSelf, loadStartedAs }),
    sandboxCommand(startHosts),
    doctorCommand(startHosts),
  ]),
  section('Migrate', [
    discoverCommand,
    usersSuggestCommand,
    planCommand,
    migrateCommand,
    settingsCommand,
    workerCommand,
  ]),
  section('Sync and cut over', [
    statusCommand,
    syncCommand,
    cutoverCommand,
    remotesCommand,
    exportTerraformCommand,
    pipelinesConvertCommand,
    rollbackCommand,
  ]),
  section('Check and report', [
    verifyCommand,
    auditCommand,
    usersStatusCommand,
    usersClaimCommand,
    archiveCheckCommand,
  ]),
  section('Secrets', [
    secretsManifestCommand,
    secretsScaffoldCommand,
    secretsStatusCommand,
    secretsSyncToVaultCommand,
    secretsSyncFromVaultCommand,
    secretsCleanupCommand,
  ]),
  section('Set up', [
    configInitCommand,
    configShowCommand,
    licenseRegisterCommand,
    licenseActivateCommand,
    licenseStatusCommand,
    completionCommand(() => commands),
    screensCommand(loadDrawing),
  ]),
];

export const commands: readonly Command[] = sections.flatMap((one) => one.commands);

/** The flags of each are its own. */
function section(title: string, members: readonly unknown[]): HelpSection {
  return { title, commands: members as readonly Command[] };
}
