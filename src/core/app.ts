import { rm } from 'node:fs/promises';
import { gitNetwork, openNetwork } from './app-network.ts';
import { drainingClock, outageSeconds, settleSeconds, withConfig } from './app-settings.ts';
import type { Config } from './config/config-schema.ts';
import { loadConfig } from './config/load-config.ts';
import { fileRecords } from './discovery/deep-records.ts';
import { EventSink } from './event-sink.ts';
import type { LogLevel, TimedEvent } from './events.ts';
import { createGitTool, type GitTool } from './git/git-tool.ts';
import { detectPrograms } from './git/programs.ts';
import type { Authorization } from './hosts/authorization.ts';
import { createBitbucketCloud } from './hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { createGitHub } from './hosts/github/github.ts';
import { readSourceCredentials } from './hosts/source-credentials.ts';
import type { SourceHost } from './hosts/source-host.ts';
import { readTargetCredentials } from './hosts/target-credentials.ts';
import type { TargetHost } from './hosts/target-host.ts';
import type { MigrationServices, VerificationServices } from './migration/migration-context.ts';
import { createRunDesk } from './migration/run-desk.ts';
import { createCurrentRepository, createWaitReporter } from './migration/waiting.ts';
import { createWriteGuard, guardGit, guardNetwork, holdGit } from './migration/write-guard.ts';
import { createBudgetBoard } from './network/budget-board.ts';
import type { HttpServices } from './network/http-client.ts';
import type { Program } from './program.ts';
import type { Redactor } from './redact.ts';
import { openLogFile } from './report/log-file.ts';
import { type Appearance, appearance, reporter } from './report/reporter.ts';
import { createVoice } from './report/voice.ts';
import { makeRunFolder } from './run-folder.ts';
import { loadMarkerKey } from './state/marker-key.ts';
import { SqlitePaceStore } from './state/sqlite/sqlite-pace-store.ts';
import { SqliteStore } from './state/sqlite/sqlite-store.ts';
import { discoveryFolder, stateFolder, workFolder } from './state/state-folder.ts';

export interface AppFlags {
  readonly json: boolean;
  readonly plain: boolean;
  readonly color: boolean;
  readonly verbose: number;
  readonly logFile: string | undefined;
  readonly config: string | undefined;
}

/** All that a command works with. Hosts are built when they are asked for: that is when credentials are needed. */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly events: EventSink;
  readonly look: Appearance;
  /** @throws `credentials` or `configuration`, before any request */
  source(use?: { usesGit: boolean }): SourceHost;
  /** @throws `credentials` or `configuration`, before any request */
  target(): TargetHost;
  migrationServices(): Promise<MigrationServices>;
  /** The same without a source, whose credentials are not needed then. */
  verificationServices(): Promise<VerificationServices>;
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
  /** Sees every event after it was redacted. */
  onEvent?: (event: TimedEvent) => void;
  /** Shows the run in the full interface, where the terminal and the flags allow it. */
  wantsLive?: boolean;
}): Promise<App> {
  const { program, flags } = options;
  const config = await loadConfig(flags.config);
  const variables = withConfig(program.environment, config);
  const look = appearance(flags, program);
  const { redactor } = program;
  const logFile = flags.logFile === undefined ? null : openLogFile(flags.logFile);
  const voice = createVoice({
    program,
    look,
    show: reporter(options.resultOnly === true ? { ...look, mode: 'lines' } : look, program),
  });
  const events = new EventSink({
    redactor,
    clock: program.clock,
    show(event) {
      logFile?.write(event);
      options.onEvent?.(event);
      voice.show(event);
    },
  });
  const cleanUps: (() => Promise<void>)[] = [];
  const currentRepository = createCurrentRepository();
  const reportWait = createWaitReporter({
    currentRepository,
    clock: program.clock,
    emit: events.emit,
  });
  const log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) =>
    events.emit({ type: 'log', level, message, ...(fields === undefined ? {} : { fields }) });

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
  cleanUps.push(async () => paceStore.close());
  const network = await openNetwork({ variables, config });
  cleanUps.push(() => network.close());
  const services: HttpServices = {
    network,
    clock,
    random: program.random,
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
    cleanUps.push(voice.endLive);
  }

  function source(use = { usesGit: true }): SourceHost {
    const access = readSourceCredentials(variables, use);
    redactor.addBasic(access.git.username, access.git.password);
    hide(redactor, access.authorization);
    if (access.otherwise !== undefined) hide(redactor, access.otherwise.authorization);
    return createBitbucketCloud({ access, services });
  }

  function target(network = services.network): TargetHost {
    const access = readTargetCredentials(variables);
    redactor.addBasic(access.git.username, access.git.password);
    hide(redactor, access.authorization);
    return createGitHub({ access, services: { ...services, network } });
  }

  async function openGit(): Promise<GitTool> {
    const folder = await makeRunFolder(program, 'run');
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    const git = await createGitTool({
      environment: program.environment,
      runFolder: folder,
      network: await gitNetwork({ variables, config, folder, redactor }),
      log,
      launcher: { kill: program.kill },
    });
    cleanUps.push(() => git.close());
    return git;
  }

  async function localServices<Hosts extends { readonly target: TargetHost }>(hosts: Hosts) {
    const folder = stateFolder(program);
    const store = new SqliteStore({
      stateFolder: folder,
      clock: program.clock,
      isProcessAlive: program.isProcessAlive,
      redactor,
      hostname: program.hostname,
    });
    cleanUps.push(() => store.close());
    return {
      ...hosts,
      git: await openGit(),
      programs: await detectPrograms({ environment: program.environment }),
      store,
      deepRecords: fileRecords({ folder: discoveryFolder(folder), fresh: false }),
      clock: program.clock,
      waitingClock: clock,
      random: program.random,
      emit: events.emit,
      workFolder: workFolder(folder),
      settleMilliseconds: 1000 * settleSeconds(config, hosts.target),
      loadMarkerKey: () => loadMarkerKey(folder),
      process: { pid: program.pid, hostname: program.hostname },
      currentRepository,
      reportWait,
    };
  }

  return {
    config,
    events,
    look,
    source,
    target: () => target(),
    async migrationServices() {
      const writeGuard = createWriteGuard();
      const hosts = { source: source(), target: target(guardNetwork(network, writeGuard)) };
      const services = await localServices(hosts);
      return {
        ...services,
        git: holdGit(guardGit(services.git, writeGuard), desk.gate),
        desk,
        outageMilliseconds: 1000 * outageSeconds(config),
        writeGuard,
      };
    },
    verificationServices: () => localServices({ target: target() }),
    requests: () => requests,
    say: voice.say,
    ask: voice.ask,
    get isLive() {
      return voice.isLive();
    },
    endLive: voice.endLive,
    async [Symbol.asyncDispose]() {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
      logFile?.close();
    },
  };
}

function hide(redactor: Redactor, authorization: Authorization): void {
  if (authorization.scheme === 'basic')
    redactor.addBasic(authorization.username, authorization.password);
  else redactor.add(authorization.token);
}
