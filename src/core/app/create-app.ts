import type { App } from '../commands/app.ts';
import type { CommandProgram, OpenAppOptions } from '../commands/command-program.ts';
import type { Config } from '../config/config-schema.ts';
import { fileHosts, hostOf } from '../config/file-hosts.ts';
import { foundSettings } from '../config/found-settings.ts';
import { defaultConfigFile } from '../config/load-config.ts';
import { loadTrustedConfig } from '../config/trusted-config.ts';
import { drainingClock, withConfig } from '../config/with-config.ts';
import { requireCredentialChannel } from '../git/process/credential-check.ts';
import { detectPrograms } from '../git/process/programs.ts';
import { createScoped, type Scoped } from '../kernel/async/scoped.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Variables } from '../kernel/environment.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import { licenseFinder } from '../license/find-license.ts';
import type { Log } from '../network/http/http-request.ts';
import { allAuthorities } from '../network/tls-proxy/certificates.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import type { WriteJournal } from '../ports/records/write.ts';
import { guardTargets } from '../replica/apply/guard/target-guard.ts';
import { guardPublication } from '../replica/apply/publication/publication-guard.ts';
import type { CreatedTargets } from '../replica/context/expected-targets.ts';
import { createWriteGuard, guardNetwork, type WriteLease } from '../replica/context/write-guard.ts';
import { EventSink } from '../report/event-sink.ts';
import { outputOptions } from '../report/output-options.ts';
import { reporter } from '../report/reporter.ts';
import { refuseOpenToOthers } from '../state/open-to-others.ts';
import { stateFolder } from '../state/state-folder.ts';
import { telemetrySettings } from '../telemetry/telemetry-settings.ts';
import { createRunController } from '../work/pausing/run-controller.ts';
import { createCurrentRepository, createWaitReporter } from '../work/pausing/waiting.ts';
import { type CommandOutput, createCommandOutput } from './command-output.ts';
import { type Hosts, hostsOf } from './hosts.ts';
import {
  migrationServicesOf,
  stateServicesOf,
  verificationServicesOf,
} from './migration-services.ts';
import type { Database } from './open-database.ts';
import { openGitTool } from './open-git.ts';
import { openHttp } from './open-http.ts';
import { databaseUrl, openSqliteStore } from './open-store.ts';
import { openVaultOf } from './open-vault.ts';
import { sourceNotesOf } from './source-notes.ts';
import { watchRun } from './watch-run.ts';

/**
 * The composition root: the one place that builds adapters, store and network, and hands them on.
 * @param tools replaced where one process opens many apps: how git and git-lfs are found and checked, and who is trusted
 * @throws `configuration` if migrator.yaml cannot be used, `state` if the database cannot be reached
 */
export async function createApp(
  options: OpenAppOptions,
  tools = { detectPrograms, requireCredentialChannel, allAuthorities },
): Promise<App> {
  const { flags } = options;
  const { config, variables, database, program } = await configured(options);
  openTelemetry(program, { variables, config });
  const output = outputOptions(flags, program);
  const commandOutput = openOutput(options, config, { program, output });
  const observers: ((event: TimedEvent) => void)[] = [];
  const events = createEvents({ ...options, program }, commandOutput, observers);
  const cleanUps: (() => Promise<void>)[] = [];
  const onClose = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp);
  const runParts = createRunParts({ program, variables, emit: events.emit });
  const { currentRepository, reportWait, clock, runController, log } = runParts;
  const license = licenseFinder(program, variables);
  const scopes = { lease: createScoped<WriteLease>(), created: createScoped<CreatedTargets>() };
  const http = await openHttp({
    ...{ program, database, variables, config, clock, log, reportWait, runController, onClose },
    ...{ findLease: scopes.lease.get, guard: writeGuards(scopes, clock, () => hosts) },
    warnsOfTrust: options.tellsOfTrust !== true,
    allAuthorities: tools.allAuthorities,
  });
  const { services, budgets, requests, patience, writeJournal } = http;
  const { network } = services;
  const guarded = guardNetwork(network, createWriteGuard(scopes.lease.get));

  const notices = await watchRun(options, commandOutput, {
    ...{ ...http, program, variables, config, log, onClose, runController, observers },
  });
  const { liveRun: run, livePhases } = flags.plain ? {} : options;
  if (run !== undefined) await commandOutput.openLive({ runController, run });
  onClose(commandOutput.endLive);

  const { open: openNotes, count: deviations } = sourceNotesOf(program);
  const hosts = hostsOf({ ...program, variables, services, writeJournal, openNotes });
  const openGit = () => openGitTool({ program, network, variables, log, patience, onClose });
  const openStore = () => database?.openStore() ?? openSqliteStore(program);
  const parts = {
    openStore,
    openDispatcher: database === null ? null : database.openDispatcher,
    ...{ program, config, hosts, network, openGit, license, runController, waitingClock: clock },
    ...{ emit: events.emit, currentRepository, reportWait, onClose, ...scopes },
    detectPrograms: tools.detectPrograms,
    requireCredentialChannel: tools.requireCredentialChannel,
  };

  return {
    ...{ config, events, output, license, network, variables, openGit, deviations },
    ...{ source: hosts.source, sourcePages: hosts.pages, pipelines: hosts.pipelines },
    target: () => hosts.target(guarded),
    vault: () => openVaultOf({ ...program, variables, config, services, onClose }),
    migrationServices: () => migrationServicesOf(parts),
    verificationServices: () => verificationServicesOf(parts),
    stateServices: () => stateServicesOf(parts),
    budgets: budgets.read,
    requests: () => requests,
    ...{ say: commandOutput.say, logLine: commandOutput.log, announce: notices.send },
    ask: notices.watchQuestion(commandOutput.ask),
    ...{ showComparison: commandOutput.compare, endLive: commandOutput.endLive },
    phases: commandOutput.phases(livePhases, { runController }),
    get isLive() {
      return commandOutput.isLive();
    },
    async [Symbol.asyncDispose]() {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
    },
  };
}

/** Looks at targets and sources before targets are written to, by requests that wait for none of those that are held back. */
function writeGuards(
  { lease, created }: { lease: Scoped<WriteLease>; created: Scoped<CreatedTargets> },
  clock: Clock,
  hosts: () => Pick<Hosts, 'source' | 'target'>,
): (journal: WriteJournal) => WriteJournal {
  const openTarget = once(() => hosts().target());
  const openSource = once(() => hosts().source({ usesGit: false }));
  const options = { findLease: lease.get, openTarget, openSource, clock };
  const named = { ...options, findLease: () => lease.get() ?? created.get() };
  return (journal) => guardPublication(guardTargets(journal, named), options);
}

function once<T extends object>(open: () => T): () => T {
  let opened: T | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

/** Reads what is needed before anything else is opened. */
async function configured(options: OpenAppOptions) {
  refuseOpenToOthers(stateFolder(options.program), options.program.uid);
  const config = await loadTrustedConfig(options.program, options.flags.config);
  const variables = withConfig(options.program.environment, config);
  const database = await databaseOf(options.program, variables);
  const program = { ...options.program, ...(database !== null && { clock: database.clock }) };
  return { config, variables, database, program };
}

/** Says first where the file decides which hosts get credentials; one that was only found, also what else it sets. */
function openOutput(
  { program, flags, resultOnly, listsSyncs, saysPhases }: OpenAppOptions,
  config: Config,
  given: Omit<Parameters<typeof createCommandOutput>[0], 'show'>,
): CommandOutput {
  const inLines = resultOnly === true ? { ...given.output, mode: 'lines' as const } : given.output;
  const show = reporter(inLines, given.program, { listsSyncs, saysPhases });
  const commandOutput = createCommandOutput({ ...given, show });
  const say = (line: string) =>
    given.output.mode === 'json' ? program.stderr.write(`${line}\n`) : commandOutput.say(line);
  const hosts = fileHosts(program.environment, config).map(hostOf);
  if (hosts.length > 0) {
    const names = [...new Set(hosts)].join(', ');
    say(`Hosts from ${safe(flags.config ?? defaultConfigFile)}: ${safe(names)}`);
  }
  const settings = flags.config === undefined ? foundSettings(config) : [];
  if (settings.length > 0) {
    say(`Settings from ${defaultConfigFile}: ${safe(settings.join(', '))}`);
  }
  return commandOutput;
}

/** Loaded only where a database is named. */
async function databaseOf(program: CommandProgram, variables: Variables): Promise<Database | null> {
  const url = databaseUrl(variables);
  if (url === null) return null;
  const { openDatabase } = await import('./open-database.ts');
  return openDatabase({ program, variables, url });
}

function createEvents(
  { program, onEvent }: OpenAppOptions,
  commandOutput: CommandOutput,
  observers: readonly ((event: TimedEvent) => void)[],
): EventSink {
  return new EventSink({
    redactor: program.redactor,
    clock: program.clock,
    show(event) {
      const warning = program.log?.write(event) ?? null;
      if (warning !== null) commandOutput.warn(warning);
      program.telemetry?.count(event);
      onEvent?.(event);
      for (const observe of observers) observe(event);
      commandOutput.show(event);
    },
  });
}

/** Returns the clocks and reporters of a run. */
function createRunParts(known: {
  program: CommandProgram;
  variables: Variables;
  emit: EventSink['emit'];
}) {
  const { program, variables, emit } = known;
  const currentRepository = createCurrentRepository();
  // Its waits end with a run that is to end.
  const clock = drainingClock(program);
  const log: Log = (level, message, fields) =>
    emit({ type: 'log', level, message, ...(fields === undefined ? {} : { fields }) });
  return {
    currentRepository,
    reportWait: createWaitReporter({ currentRepository, clock: program.clock, emit, variables }),
    clock,
    runController: createRunController({ clock, drain: program.drain, emit }),
    log,
  };
}

/** Lets what this command comes to be counted and sent, where somebody wants it. */
function openTelemetry(
  program: CommandProgram,
  { variables, config }: { variables: Variables; config: Config },
): void {
  const settings = telemetrySettings(variables, config);
  if (!settings.isOn) {
    if (settings.isMistake) program.telemetry?.warn(`${settings.why}: telemetry is off`);
    return;
  }
  const { endpoint } = settings;
  program.telemetry?.open({ endpoint, variables, stateFolder: stateFolder(program) });
}
