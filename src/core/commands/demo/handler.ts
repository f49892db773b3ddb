import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { outputOptions } from '../../report/output-options.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { type HostsFlags, type OpenHosts, openHosts } from '../embedded-hosts/open.ts';
import { type EndedRun, runMigrate } from '../migrate/handler.ts';
import { runWizard } from '../wizard/handler.ts';
import { comparePullRequests } from './compare-pull-requests.ts';
import { compareWorkspaces } from './compare-workspaces.ts';
import { holdLastWrite } from './hold-last-line.ts';
import {
  comparisonLines,
  demoToDoLines,
  importedLines,
  pageLines,
  pullRequestLines,
} from './output.ts';
import { discoverAndPlan } from './plan-sample.ts';
import { type Processes, startProcesses } from './processes/start-processes.ts';
import { quietOutput } from './quiet-output.ts';
import type { DemoStarts } from './starts.ts';
import { typedCommand } from './typed-command.ts';

type DemoFlags = HostsFlags &
  Omit<AppFlags, 'config'> & {
    readonly workers: number | undefined;
    readonly processes?: number | undefined;
  };

interface RunDemo extends DemoStarts {
  readonly flags: DemoFlags;
  readonly program: CommandProgram;
}

/** `migrator demo`: discover, plan and migrate on the embedded hosts, then a comparison. */
export async function runDemo(options: RunDemo): Promise<ExitCode> {
  const { flags } = options;
  checkProcesses(flags);
  const say = (line: string) => options.program.stderr.write(`${line}\n`);
  say('Starting Bitbucket and GitHub on this machine, with a sample workspace ...');
  await using hosts = await openHosts(options);
  const { workspace, organization } = hosts.hosts;
  const inWizard = opensWizard(options);
  await using several = await openProcesses(options, hosts, inWizard ? () => {} : say);
  const opened = several === null ? hosts : { ...hosts, environment: several.environment };
  const users = several?.watched(options.program) ?? options.program;
  if (!opened.showsLfs) say('git-lfs is not installed: this demo runs without LFS objects.');
  if (inWizard) return await showInWizard({ ...options, program: users, opened, several });
  const stdout = holdLastWrite(options.program.stdout, { holds: flags.json });
  const isShort = !flags.json && flags.verbose === 0;
  const { environment } = opened;
  const stderr = isShort ? quietOutput(users.stderr) : users.stderr;
  const noScreens = { openLiveView: null, openPhaseView: null };
  const program = { ...users, environment, stdout, stderr, ...noScreens };
  const ended: EndedRun[] = [];
  const appFlags = { ...flags, config: undefined };

  say(`\n1  Discover  ${workspace}`);
  // A Server has no importer, and one process imports.
  const importsOne = flags.target !== 'enterprise-server' && several === null;
  const scope = { workspace, organization, userMap: opened.hosts.userMap, importsOne };
  const plan = await discoverAndPlan({ program, flags: appFlags, ...scope, say });
  const planFile = join(opened.folder, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan, null, 2));
  const userMap = await writeUserMap(opened);

  say('\n3  Migrate');
  const migrateFlags = { plan: planFile, userMap, resume: undefined, dryRun: false };
  const exitCode = await runMigrate({
    program,
    // With one at a time the others get their share of the few repositories.
    flags: {
      ...appFlags,
      ...migrateFlags,
      ...(several !== null && { workers: flags.workers ?? 1 }),
    },
    canBeResumed: false,
    onEnded: isShort ? (one) => void ended.push(one) : undefined,
  });
  if (exitCode === exitCodes.interrupted) {
    stdout.end();
    return exitCode;
  }

  sayProcesses(several, say);
  say('\n4  Compare every ref, pull request and comment');
  const compared = await compare({ program, flags: appFlags, plan });
  if (flags.json) stdout.writeBeforeLast(`${JSON.stringify(compared.json)}\n`);
  else {
    const { color } = outputOptions(appFlags, program);
    const how = { color, hostsStay: canWait(options.program) };
    const toDos = ended.flatMap(({ run, left }) => demoToDoLines(run, { ...how, left }));
    writeLines(stdout, [...compared.lines, ...toDos]);
  }
  stdout.end();
  if (!flags.json) say('Next: set credentials for your own hosts, and start the wizard.');
  if (!flags.json) await waitForPerson(options.program, opened, await typedIn(opened, options));
  return compared.isSame ? exitCode : exitCodes.someFailed;
}

/** `--plain` asks for the demo without questions, except after a menu: there it asks for questions in plain output. */
function opensWizard({
  flags: { plain, json },
  program: { showWizard, isFromWizard },
}: RunDemo): boolean {
  return showWizard !== null && !json && (!plain || isFromWizard === true);
}

function sayProcesses(several: Processes | null, say: (line: string) => void): void {
  if (several !== null) say(several.summary());
}

/** Behind a proxy the hosts are no longer this machine's: the license there is Free, for one worker. */
function checkProcesses({ processes, proxy, target }: DemoFlags): void {
  if (processes === undefined || (proxy === undefined && target !== 'ghe.com')) return;
  throw new MigratorError('usage', 'demo takes --processes or a proxy, not both', {
    hint: 'Run it without --proxy, and without --target ghe.com, which needs one.',
  });
}

async function openProcesses(
  { flags, program, loadStartSelf }: RunDemo,
  opened: OpenHosts,
  say: (line: string) => void,
): Promise<Processes | null> {
  const { processes } = flags;
  if (processes === undefined) return null;
  program.stderr.write(`Starting PostgreSQL and ${count(processes - 1, 'worker')} ...\n`);
  const startSelf = await loadStartSelf();
  return startProcesses({ program, opened, processes, startSelf, say });
}

/** @returns its path */
async function writeUserMap({ folder, hosts }: OpenHosts): Promise<string> {
  const path = join(folder, 'users.csv');
  await writeFile(path, hosts.userMap);
  return path;
}

/** The same by the wizard. */
async function showInWizard(
  options: RunDemo & { opened: OpenHosts; several: Processes | null },
): Promise<ExitCode> {
  const { flags, startHosts, opened, several } = options;
  const { openLiveView } = options.program;
  const program: CommandProgram = {
    ...options.program,
    environment: opened.environment,
    openLiveView:
      openLiveView === null ? null : (live) => openLiveView({ ...live, stateGoes: true }),
  };
  const appFlags = { ...flags, config: undefined };
  const { folder } = opened;
  const userMap = await writeUserMap(opened);
  const typed = await typedIn(opened, options);
  // The hosts outlive the screen with the result, so that its keys and links work.
  const { exitCode, plan } = await runWizard({
    ...{ program, flags: appFlags, startHosts, folder, userMap, isDemo: true },
    typed,
    pullRequestPages: () => opened.hosts.pullRequestPages(),
  });
  if (plan === null || exitCode === exitCodes.interrupted) return exitCode;
  if (several !== null) program.stderr.write(`\n${several.summary()}\n`);
  program.stderr.write('\nComparing Bitbucket and GitHub ...\n');
  const { isSame, lines } = await compare({ program, flags: appFlags, plan });
  program.stdout.write(lines.map((line) => `${line}\n`).join(''));
  await waitForPerson(program, opened, typed);
  return isSame ? exitCode : exitCodes.someFailed;
}

type Typed = (command: string) => string;

async function typedIn({ environment }: OpenHosts, options: RunDemo): Promise<Typed> {
  const { program, loadStartedAs } = options;
  return typedCommand({
    environment,
    users: program.environment,
    startedAs: await loadStartedAs(),
  });
}

/** As long as the hosts are there; it works as it is printed. */
function statusHint(typed: Typed): string {
  return `Both hosts run until you press Enter. In another terminal:\n${typed('migrator status')}`;
}

/** Keeps the hosts and their pages until Enter, where a person can press it. */
async function waitForPerson(
  program: CommandProgram,
  opened: OpenHosts,
  typed: Typed,
): Promise<void> {
  if (program.ask === null || !canWait(program)) return;
  const [page] = (await opened.hosts.pullRequestPages()).values();
  const lines = [...pageLines(page), statusHint(typed)];
  program.stderr.write(`\n${lines.join('\n')}\n`);
  // Ctrl+C ends it as Enter does: the migration is done.
  await program.ask('Press Enter to delete everything. ').catch(() => null);
}

function canWait({ environment, ask, stdout, drain }: CommandProgram): boolean {
  const isCi = !['', '0', 'false'].includes((environment.CI ?? '').toLowerCase());
  return ask !== null && stdout.isTerminal && !isCi && !drain.aborted;
}

async function compare(options: { program: CommandProgram; flags: AppFlags; plan: Plan }) {
  await using app = await options.program.openApp(options);
  const columns = options.program.stdout.columns ?? null;
  const shownAs = { columns, all: options.flags.verbose > 0 };
  const services = await app.migrationServices();
  await services.source.verifyCredentials({ workspace: options.plan.source.workspace });
  const comparison = await compareWorkspaces({ services, plan: options.plan });
  const pullRequests = await comparePullRequests({ services, plan: options.plan });
  return {
    isSame: comparison.all_equal && pullRequests.every(({ accounted }) => accounted),
    lines: [
      ...comparisonLines(comparison, shownAs),
      ...pullRequestLines(pullRequests, shownAs),
      ...(shownAs.all ? importedLines(pullRequests, columns) : []),
    ],
    json: { type: 'comparison', ...comparison, pull_requests: pullRequests },
  };
}
