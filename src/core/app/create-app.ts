import type { Config } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { drainingClock, outageSeconds, withConfig } from '../config/with-config.ts';
import type { GitTool } from '../git/process/git-tool.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import { type FindLicense, licenseFinder } from '../license/find-license.ts';
import { createRunDesk } from '../migration/control/run-controller.ts';
import { createCurrentRepository, createWaitReporter } from '../migration/control/waiting.ts';
import type { MigrationServices, VerificationServices } from '../migration/migration-context.ts';
import { createBudgetBoard } from '../network/budget/budget-board.ts';
import type { BudgetView } from '../network/budget/budget-view.ts';
import type { HttpServices } from '../network/http/http-client.ts';
import type { Network } from '../network/network.ts';
import { ignoredSwitches } from '../network/tls-proxy/trust.ts';
import type { LogLevel, TimedEvent } from '../ports/events.ts';
import type { PipelineRunner } from '../ports/pipeline-runner.ts';
import type { SourceHost } from '../ports/source-host.ts';
import type { TargetHost } from '../ports/target-host.ts';
import { EventSink } from '../report/event-sink.ts';
import { type Appearance, appearance, reporter } from '../report/reporter.ts';
import { SqlitePaceStore } from '../state/sqlite/sqlite-pace-store.ts';
import { stateFolder } from '../state/state-folder.ts';
import type { Vault } from '../vault/open-vault.ts';
import { createVoice } from './command-output.ts';
import { hostsOf } from './hosts.ts';
import { migrationServicesOf, verificationServicesOf } from './migration-services.ts';
import { openGitTool } from './open-git.ts';
import { openNetwork } from './open-network.ts';
import { openTelemetry } from './open-telemetry.ts';
import { openVaultOf } from './open-vault.ts';

export interface AppFlags {
  readonly json: boolean;
  readonly plain: boolean;
  readonly color: boolean;
  readonly verbose: number;
  readonly config: string | undefined;
}

/** All that a command works with. Hosts are built when they are asked for: that is when credentials are needed. */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly events: EventSink;
  readonly look: Appearance;
  /** @throws `credentials` or `configuration`, before any request */
  source(use?: { usesGit: boolean }): SourceHost;
  /** What writes to the source. @throws `credentials` or `configuration`, before any request */
  pipelines(): PipelineRunner;
  /** @throws `credentials` or `configuration`, before any request */
  target(): TargetHost;
  /** @throws `credentials` or `configuration`, before any request */
  vault(): Promise<Vault>;
  migrationServices(): Promise<MigrationServices>;
  /** The same without a source, whose credentials are not needed then. */
  verificationServices(): Promise<VerificationServices>;
  /**
   * The license that holds for these hosts (names, with ports or without): all that the command works with.
   * @throws `license` where there is none, or it cannot be accepted
   */
  readonly license: FindLicense;
  /** git as a migration would use it, until the app is closed. */
  openGit(): Promise<GitTool>;
  readonly network: Network;
  /** The environment, with what migrator.yaml adds beneath it. */
  readonly variables: Variables;
  /** What the budgets of the hosts stand at, as far as they were asked. */
  budgets(): Promise<readonly BudgetView[]>;
  /** How many requests were sent so far, by host. */
  requests(): ReadonlyMap<string, number>;
  /** A line for the person, on standard error; nothing with --json. */
  say(line: string): void;
  /** Asks the person; `null` where nobody can be asked. */
  readonly ask: Program['ask'];
  /** A person sits at the full interface. */
  readonly isLive: boolean;
  /** Ends the full interface, if there is one: what comes now stays on the terminal. */
  endLive(): Promise<void>;
}

/**
 * The composition root: the one place that builds adapters, store and network, and hands them on.
 * @throws `configuration` if migrator.yaml cannot be used
 */
export async function createApp(options: {
  program: Program;
  flags: AppFlags;
  /** The command's result has standard output for itself: events are lines on standard error, also with --json. */
  resultOnly?: boolean;
  /** Who opens the app tells by itself what of the environment has no effect on trust. */
  tellsOfTrust?: boolean;
  /** Sees every event after it was redacted. */
  onEvent?: (event: TimedEvent) => void;
  /** Shows the run in the full interface, where the terminal and the flags allow it. */
  wantsLive?: boolean;
}): Promise<App> {
  const { program, flags } = options;
  const config = await loadConfig(flags.config);
  const variables = withConfig(program.environment, config);
  openTelemetry(program, { variables, config });
  const look = appearance(flags, program);
  const { redactor } = program;
  const voice = createVoice({
    program,
    look,
    show: reporter(options.resultOnly === true ? { ...look, mode: 'lines' } : look, program),
  });
  const events = new EventSink({
    redactor,
    clock: program.clock,
    show(event) {
      const warning = program.log?.write(event) ?? null;
      if (warning !== null) voice.warn(warning);
      program.telemetry?.count(event);
      options.onEvent?.(event);
      voice.show(event);
    },
  });
  const cleanUps: (() => Promise<void>)[] = [];
  const onClose = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp);
  const currentRepository = createCurrentRepository();
  const reportWait = createWaitReporter({
    currentRepository,
    clock: program.clock,
    emit: events.emit,
  });
  const log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) =>
    events.emit({ type: 'log', level, message, ...(fields === undefined ? {} : { fields }) });

  const license = licenseFinder(program, variables);
  const requests = new Map<string, number>();
  const clock = drainingClock(program);
  const { drain } = program;
  const desk = createRunDesk({ clock, drain, emit: events.emit });
  const paceStore = new SqlitePaceStore({
    stateFolder: stateFolder(program),
    clock,
    pid: program.pid,
    isProcessAlive: program.isProcessAlive,
    warn: (message) => log('warn', message),
  });
  const budgets = createBudgetBoard({ store: paceStore, clock });
  // Closed after the network: what is under way to the end is noted.
  onClose(async () => paceStore.close());
  for (const name of options.tellsOfTrust === true ? [] : ignoredSwitches(variables)) {
    log('warn', `${name} has no effect: every certificate is verified`);
  }
  const network = await openNetwork({ variables, config, redactor });
  onClose(() => network.close());
  const outageMilliseconds = 1000 * outageSeconds(config);
  const services: HttpServices = {
    network,
    clock,
    random: program.random,
    outageMilliseconds,
    userAgent: `migrator/${program.version}`,
    paceStore,
    onWait: reportWait,
    log,
    hold: desk.gate.pass,
    onBudget: (budget) => budgets.add(budget),
    onRequest: (host) => requests.set(host, (requests.get(host) ?? 0) + 1),
  };

  if (options.wantsLive === true && !flags.plain) {
    await voice.openLive({ desk, budgets: budgets.read });
    onClose(voice.endLive);
  }

  const hosts = hostsOf({ variables, services, redactor });
  const patience = { clock, random: program.random, onWait: reportWait, outageMilliseconds };
  const openGit = () => openGitTool({ program, network, variables, log, patience, onClose });
  const parts = {
    ...{ program, config, hosts, network, openGit, license, desk, waitingClock: clock },
    ...{ emit: events.emit, currentRepository, reportWait, onClose },
  };

  return {
    config,
    events,
    look,
    source: hosts.source,
    pipelines: hosts.pipelines,
    target: () => hosts.target(),
    vault: () => openVaultOf({ variables, config, services, redactor, onClose }),
    migrationServices: () => migrationServicesOf(parts),
    verificationServices: () => verificationServicesOf(parts),
    license,
    network,
    variables,
    budgets: budgets.read,
    openGit,
    requests: () => requests,
    say: voice.say,
    ask: voice.ask,
    get isLive() {
      return voice.isLive();
    },
    endLive: voice.endLive,
    async [Symbol.asyncDispose]() {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
    },
  };
}
