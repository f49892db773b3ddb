import { assertNever, MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { shellCommand } from '../../kernel/format/shell-quote.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { outputOptions } from '../../report/reporter.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { Choices } from '../../wizard/choices.ts';
import { createWizardSession } from '../../wizard/session/create-session.ts';
import type { WizardSession } from '../../wizard/session/session.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { runMigrate } from '../migrate/handler.ts';
import { showStatus } from '../status/handler.ts';
import { equivalentCommands, migrateFlags } from './choices.ts';
import type { WizardOutcome } from './outcome.ts';
import { runLicensePath } from './paths/license-path.ts';
import { createSecretsErrand } from './secrets-errand.ts';

interface WizardEnd {
  readonly exitCode: ExitCode;
  /** What was migrated, if anything. */
  readonly plan: Plan | null;
}

/**
 * The wizard: screens that fill in flags, then the commands.
 * @param options.folder for its files; empty: the current one
 * @throws `usage` without a terminal
 */
export async function runWizard(options: {
  program: CommandProgram;
  flags: AppFlags & { readonly notify?: boolean };
  folder: string;
  isDemo: boolean;
}): Promise<WizardEnd> {
  const { program, flags, folder, isDemo } = options;
  const { showWizard } = program;
  if (showWizard === null) throw new MigratorError('usage', 'The wizard needs a terminal');
  const opened: WizardSession[] = [];
  const secrets = createSecretsErrand({ program, flags, folder });
  let outcome: WizardOutcome;
  try {
    outcome = await showWizard({
      session(onEvent) {
        const session = createWizardSession({
          program,
          config: flags.config,
          folder,
          resolveTargetNames: program.naming.resolveRepositoryNames,
          openTools: (world, use) =>
            program.openApp({
              program: { ...program, ...world, openLiveView: null },
              flags: { ...flags, json: false, plain: true },
              ...(use === 'doctor' ? { resultOnly: true, tellsOfTrust: true } : { onEvent }),
            }),
        });
        opened.push(session);
        return session;
      },
      secrets,
      environment: program.environment,
      color: outputOptions(flags, program).color,
      theme: flags.theme ?? 'auto',
      plain: flags.plain,
      config: flags.config,
      preferencesFolder: isDemo ? null : stateFolder(program),
      isDemo,
      drain: program.drain,
    });
  } finally {
    // The commands open their own connections and state.
    for (const session of opened) await session[Symbol.asyncDispose]();
    await secrets.settled();
  }
  const environment = opened.at(-1)?.environmentInUse() ?? program.environment;
  const withCredentials = { ...program, environment };
  const hasWritten = secrets.hasWritten();
  return runOutcome({ ...options, program: withCredentials, outcome, hasWritten });
}

async function runOutcome(options: {
  program: CommandProgram;
  flags: AppFlags & { readonly notify?: boolean };
  folder: string;
  isDemo: boolean;
  outcome: WizardOutcome;
  /** To a host, before the screens ended. */
  hasWritten: boolean;
}): Promise<WizardEnd> {
  const { program, flags, isDemo, outcome, hasWritten } = options;
  const say = (lines: readonly string[]) => {
    for (const line of lines) program.stderr.write(`${line}\n`);
  };
  switch (outcome.kind) {
    case 'left':
      if (outcome.saved !== null && !isDemo) say(savedLines(outcome.saved));
      return { exitCode: exitCodes.done, plan: null };
    case 'interrupted':
      say([
        hasWritten
          ? 'Interrupted. Run it again: what exists is kept.'
          : 'Interrupted before anything was written.',
      ]);
      return { exitCode: exitCodes.interrupted, plan: null };
    case 'migrate': {
      const { choices, plan, confirmed } = outcome;
      if (!isDemo) say(savedLines(choices));
      const values = migrateFlags(choices);
      const exitCode = await runMigrate({
        program,
        flags: { ...flags, ...values, plan: choices.files.plan, resume: undefined, dryRun: false },
        confirmed,
        canBeResumed: !isDemo,
      });
      return { exitCode, plan };
    }
    case 'secrets':
      say(outcome.lines);
      return { exitCode: outcome.exitCode, plan: null };
    case 'license':
      return { exitCode: await runLicensePath({ program, flags }), plan: null };
    case 'resume': {
      const resumed = { plan: undefined, resume: outcome.id, dryRun: false };
      const exitCode = await runMigrate({ program, flags: { ...flags, ...resumed } });
      return { exitCode, plan: null };
    }
    case 'watch': {
      const watching = { list: false, migration: outcome.id, watch: true };
      const exitCode = await showStatus({ flags: { ...flags, ...watching }, program });
      return { exitCode, plan: null };
    }
    default:
      return assertNever(outcome);
  }
}

/** Stays on the terminal: the equivalent commands. */
function savedLines(choices: Choices): readonly string[] {
  const { files, selection } = choices;
  const [discover = [], plan = [], migrate = []] = equivalentCommands(choices);
  const list = selection.isListed ? ` and ${files.repositories}` : '';
  return [
    `Saved ${files.plan}${list}. Without the wizard, with the credentials in the environment:`,
    ...[discover, plan, migrate].map((words) => `  ${shellCommand(words)}`),
    '',
  ];
}
