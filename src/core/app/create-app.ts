import type { App } from '../commands/app.ts';
import type { OpenAppOptions } from '../commands/command-program.ts';
import { loadConfig } from '../config/load-config.ts';
import { drainingClock, outageSeconds, withConfig } from '../config/with-config.ts';
import { licenseFinder } from '../license/find-license.ts';
import { createRunController } from '../migration/control/run-controller.ts';
import { createCurrentRepository, createWaitReporter } from '../migration/control/waiting.ts';
import { createBudgetBoard } from '../network/budget/budget-board.ts';
import type { HttpServices } from '../network/http/http-request.ts';
import { ignoredSwitches } from '../network/tls-proxy/trust.ts';
import type { LogLevel } from '../ports/events.ts';
import { EventSink } from '../report/event-sink.ts';
import { outputOptions, reporter } from '../report/reporter.ts';
import { SqliteRateLimitStore } from '../state/sqlite/sqlite-rate-limit-store.ts';
import { stateFolder } from '../state/state-folder.ts';
import { createCommandOutput } from './command-output.ts';
import { hostsOf } from './hosts.ts';
import { migrationServicesOf, verificationServicesOf } from './migration-services.ts';
import { openGitTool } from './open-git.ts';
import { openNetwork } from './open-network.ts';
import { openTelemetry } from './open-telemetry.ts';
import { openVaultOf } from './open-vault.ts';

/**
 * The composition root: the one place that builds adapters, store and network, and hands them on.
 * @throws `configuration` if migrator.yaml cannot be used
 */
export async function createApp(options: OpenAppOptions): Promise<App> {
  const { program, flags } = options;
  const config = await loadConfig(flags.config);
  const variables = withConfig(program.environment, config);
  openTelemetry(program, { variables, config });
  const output = outputOptions(flags, program);
  const { redactor } = program;
  const commandOutput = createCommandOutput({
    program,
    output,
    show: reporter(options.resultOnly === true ? { ...output, mode: 'lines' } : output, program),
  });
  const events = new EventSink({
    redactor,
    clock: program.clock,
    show(event) {
      const warning = program.log?.write(event) ?? null;
      if (warning !== null) commandOutput.warn(warning);
      program.telemetry?.count(event);
      options.onEvent?.(event);
      commandOutput.show(event);
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
  const runController = createRunController({ clock, drain, emit: events.emit });
  const rateLimitStore = new SqliteRateLimitStore({
    stateFolder: stateFolder(program),
    clock,
    pid: program.pid,
    isProcessAlive: program.isProcessAlive,
    warn: (message) => log('warn', message),
  });
  const budgets = createBudgetBoard({ store: rateLimitStore, clock });
  // Closed after the network: what is under way to the end is noted.
  onClose(async () => rateLimitStore.close());
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
    rateLimitStore,
    onWait: reportWait,
    log,
    hold: runController.pauseGate.pass,
    onBudget: (budget) => budgets.add(budget),
    onRequest: (host) => requests.set(host, (requests.get(host) ?? 0) + 1),
  };

  if (options.wantsLive === true && !flags.plain) {
    await commandOutput.openLive({ runController, budgets: budgets.read });
    onClose(commandOutput.endLive);
  }

  const hosts = hostsOf({ variables, services, redactor });
  const patience = { clock, random: program.random, onWait: reportWait, outageMilliseconds };
  const openGit = () => openGitTool({ program, network, variables, log, patience, onClose });
  const parts = {
    ...{ program, config, hosts, network, openGit, license, runController, waitingClock: clock },
    ...{ emit: events.emit, currentRepository, reportWait, onClose },
  };

  return {
    config,
    events,
    output,
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
    say: commandOutput.say,
    ask: commandOutput.ask,
    get isLive() {
      return commandOutput.isLive();
    },
    endLive: commandOutput.endLive,
    async [Symbol.asyncDispose]() {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
    },
  };
}
