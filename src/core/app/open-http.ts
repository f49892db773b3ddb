import { createMigrationJournal, type MigrationJournal } from '../audit/write-journal.ts';
import type { Config } from '../config/config-schema.ts';
import { outageSeconds } from '../config/with-config.ts';
import type { GitPatience } from '../git/process/read-again.ts';
import type { ReportWait } from '../journal/wait-until-visible.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import { type BudgetBoard, createBudgetBoard } from '../network/budgets.ts';
import type { HttpServices, Log } from '../network/http/http-request.ts';
import { type allAuthorities, ignoredSwitches } from '../network/tls-proxy/certificates.ts';
import type { WriteJournal } from '../ports/records/write.ts';
import { createSqliteRateLimitStore } from '../state/sqlite/sqlite-rate-limit-store.ts';
import { stateFolder } from '../state/state-folder.ts';
import type { RunController } from '../work/pausing/run-controller.ts';
import type { Database } from './open-database.ts';
import { openNetwork } from './open-network.ts';

interface OpenHttp {
  readonly program: Program;
  /** Holds the rate limits in place of the state folder. */
  readonly database: Pick<Database, 'openRateLimitStore'> | null;
  readonly variables: Variables;
  readonly config: Config;
  /** Its waits end with a run that is to end. */
  readonly clock: Clock;
  readonly log: Log;
  readonly reportWait: ReportWait;
  readonly runController: RunController;
  readonly warnsOfTrust: boolean;
  readonly allAuthorities: typeof allAuthorities;
  readonly onClose: (cleanUp: () => Promise<void>) => void;
  /** Lets nothing be recorded that must not be sent. */
  readonly guard: (journal: WriteJournal) => WriteJournal;
  /** The migration that writes are recorded under. */
  readonly findLease: Parameters<typeof createMigrationJournal>[0]['findLease'];
}

export interface OpenedHttp {
  readonly services: HttpServices;
  readonly budgets: BudgetBoard;
  /** Requests sent so far, by host. */
  readonly requests: ReadonlyMap<string, number>;
  /** Of these, so many were sent again. */
  readonly retries: ReadonlyMap<string, number>;
  /** git waits as our own requests do. */
  readonly patience: GitPatience;
  /** Of all that leaves through the network. */
  readonly writeJournal: MigrationJournal;
}

/**
 * The network with all that its clients share: rate limits, waits, budgets.
 * @param options.onClose gets what closes each thing opened, to be called last first
 */
export async function openHttp(options: OpenHttp): Promise<OpenedHttp> {
  const { program, variables, config, clock, log, reportWait, runController, onClose } = options;
  const requests = new Map<string, number>();
  const retries = new Map<string, number>();
  const countIn = (counts: Map<string, number>) => (host: string) =>
    void counts.set(host, (counts.get(host) ?? 0) + 1);
  const { pid, hostname, version, isProcessAlive } = program;
  const warn = (message: string) => log('warn', message);
  const rateLimitStore =
    options.database?.openRateLimitStore(warn) ??
    createSqliteRateLimitStore({
      ...{ stateFolder: stateFolder(program), clock, pid, isProcessAlive, warn },
    });
  const budgets = createBudgetBoard({ store: rateLimitStore, clock });
  // Closed after the network: what is under way to the end is noted.
  onClose(() => rateLimitStore.close());
  for (const name of options.warnsOfTrust ? ignoredSwitches(variables) : []) {
    log('warn', `${name} ignored: migrator verifies every certificate`);
  }
  const writeJournal = createMigrationJournal({
    ...{ clock: program.clock, version, process: { pid, hostname }, findLease: options.findLease },
  });
  const opened = await openNetwork({
    ...{ variables, config, redactor: program.redactor },
    trusted: options.allAuthorities,
  });
  const network = { ...opened, journal: options.guard(writeJournal) };
  onClose(() => network.close());
  const outageMilliseconds = 1000 * outageSeconds(config);
  const patience = { clock, random: program.random, onWait: reportWait, outageMilliseconds };
  const services: HttpServices = {
    ...patience,
    network,
    userAgent: `migrator/${program.version}`,
    rateLimitStore,
    log,
    waitWhilePaused: runController.pauseGate.pass,
    onBudget: (budget) => budgets.add(budget),
    onRequest: countIn(requests),
    onRetry: countIn(retries),
  };
  return { services, budgets, requests, retries, patience, writeJournal };
}
