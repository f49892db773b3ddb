import { loadTrustedConfig } from '../../config/trusted-config.ts';
import { assertNever, MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { shellCommand } from '../../kernel/format/shell-quote.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { outputOptions } from '../../report/output-options.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { againCommand } from '../../verbs/cutover/halfway.ts';
import type { Choices } from '../../wizard/choices.ts';
import { createWizardSession } from '../../wizard/session/create-session.ts';
import type { WizardSession } from '../../wizard/session/session.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';
import { runWithMigration } from '../result/run-with-migration.ts';
import { tryImporter } from '../trial/try-importer.ts';
import type { WizardOutcome } from '../wizard-outcome.ts';
import { equivalentCommands, migrateFlags } from './choices.ts';
import { createErrands } from './errands.ts';
import { migrateAndShow } from './migrate-and-show.ts';

interface WizardEnd {
  readonly exitCode: ExitCode;
  /** Plan of the migration, if anything was migrated. */
  readonly plan: Plan | null;
  /** The sample workspace was chosen instead. */
  readonly wantsDemo?: boolean;
}

interface RunWizard {
  readonly program: CommandProgram;
  readonly flags: AppFlags & { readonly notify?: boolean };
  readonly startHosts: StartHosts;
  readonly folder: string;
  readonly isDemo: boolean;
  /** Path of the user map that a demo has. */
  readonly userMap?: string;
  /** Writes a command so that another terminal finds this migration; left out where it needs nothing else. */
  readonly typed?: (command: string) => string;
  /** Pages that show a pull request next to its original, of hosts that have such. */
  readonly pullRequestPages?: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * The wizard: screens that fill in flags, then the commands.
 * @param options.folder for its files; empty: the current one
 * @throws `usage` without a terminal
 */
export async function runWizard(options: RunWizard): Promise<WizardEnd> {
  const { program, flags, startHosts, folder, isDemo } = options;
  const { showWizard } = program;
  if (showWizard === null) throw new MigratorError('usage', 'The wizard needs a terminal');
  // What is in the file is asked about before the screens take the terminal.
  if (!isDemo) await loadTrustedConfig(program, flags.config);
  const opened: WizardSession[] = [];
  const errands = createErrands({ program, flags, folder });
  let outcome: WizardOutcome;
  try {
    outcome = await showWizard({
      session(onEvent) {
        const session = createWizardSession({
          program,
          config: flags.config,
          folder,
          resolveTargetNames: program.naming.resolveRepositoryNames,
          openStore: () => program.openStore({ program, config: flags.config }),
          tryImporter: ({ environment, target, organization, format, signal }) =>
            tryImporter({
              program: { ...program, environment, drain: AbortSignal.any([program.drain, signal]) },
              ...{ flags, startHosts, target, organization, formats: [format], keep: false },
            }),
          openTools: (world, use) =>
            program.openApp({
              program: { ...program, ...world, openLiveView: null, openPhaseView: null },
              flags: { ...flags, json: false, plain: true },
              ...(use === 'doctor' ? { resultOnly: true, tellsOfTrust: true } : { onEvent }),
            }),
        });
        opened.push(session);
        return session;
      },
      errands,
      environment: program.environment,
      color: outputOptions(flags, program).color,
      theme: flags.theme ?? 'auto',
      plain: flags.plain,
      config: flags.config,
      preferencesFolder: isDemo ? null : stateFolder(program),
      userMap: options.userMap ?? '',
      isDemo,
      drain: program.drain,
    });
  } finally {
    // The commands open their own connections and state.
    for (const session of opened) await session[Symbol.asyncDispose]();
    await errands.settled();
  }
  const environment = opened.at(-1)?.environmentInUse() ?? program.environment;
  const withCredentials = { ...program, environment };
  const hasWritten = errands.hasWritten();
  return runOutcome({ ...options, program: withCredentials, outcome, hasWritten });
}

interface Outcome extends RunWizard {
  readonly outcome: WizardOutcome;
  /** To a host, before the screens ended. */
  readonly hasWritten: boolean;
}

async function runOutcome(options: Outcome): Promise<WizardEnd> {
  const { program, flags, isDemo, outcome, hasWritten } = options;
  const say = (lines: readonly string[]) => {
    for (const line of lines) program.stderr.write(`${line}\n`);
  };
  switch (outcome.kind) {
    case 'left':
      if (outcome.saved !== null && !isDemo) say(savedLines(outcome.saved));
      return { exitCode: exitCodes.done, plan: null };
    case 'demo':
      return { exitCode: exitCodes.done, plan: null, wantsDemo: true };
    case 'interrupted':
      say([
        hasWritten
          ? 'Stopped. Run it again: it keeps what exists.'
          : 'Stopped. Nothing was written to either host.',
      ]);
      return { exitCode: exitCodes.interrupted, plan: null };
    case 'migrate': {
      const { choices, plan, confirmed, rewritten } = outcome;
      if (!isDemo) say(savedLines(choices));
      const exitCode = await migrateAndShow({
        ...options,
        isWhole: isWholeWorkspace(choices),
        commandLine: isDemo ? null : shellCommand(equivalentCommands(choices).at(-1) ?? []),
        run: {
          flags: {
            ...flags,
            ...migrateFlags(choices),
            ...(rewritten.length > 0 && { rewriteHistory: rewritten }),
            plan: choices.files.plan,
            resume: undefined,
            dryRun: false,
          },
          confirmed,
          canBeResumed: !isDemo,
        },
      });
      return { exitCode, plan };
    }
    case 'errand':
      say(outcome.lines);
      return { exitCode: outcome.exitCode, plan: null };
    case 'resume':
    case 'again':
      return {
        exitCode: await resumeAndShow(options, outcome.id, outcome.kind === 'again'),
        plan: null,
      };
    case 'watch': {
      const watching = { list: false, migration: outcome.id, watch: true };
      const { showStatus } = await import('../status/handler.ts');
      const exitCode = await showStatus({ flags: { ...flags, ...watching }, program });
      return { exitCode, plan: null };
    }
    case 'sync':
    case 'verify':
    case 'cutover':
    case 'abort':
    case 'rollback':
    case 'settings':
      return { exitCode: await runWithMigration(outcome, { program, flags }), plan: null };
    default:
      return assertNever(outcome);
  }
}

/** Migrates what is left, or again what a rollback has taken away. */
async function resumeAndShow(
  options: Outcome,
  id: string,
  resetRolledBack: boolean,
): Promise<ExitCode> {
  const resumed = { plan: undefined, resume: id, dryRun: false, resetRolledBack };
  return migrateAndShow({
    ...options,
    isWhole: false,
    commandLine: resetRolledBack
      ? againCommand(id)
      : shellCommand(['migrator', 'migrate', '--resume', id]),
    run: { flags: { ...options.flags, ...resumed } },
  });
}

function isWholeWorkspace({ selection: { include, exclude, isListed } }: Choices): boolean {
  return include.length === 0 && exclude.length === 0 && !isListed;
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
