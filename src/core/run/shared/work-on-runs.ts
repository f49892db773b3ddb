import { hasCode, interrupted, type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { formatDuration } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { DispatchedTask, Dispatcher, DueTimer } from '../../ports/state/dispatcher.ts';
import { presenceOf, type SharedRun, StateLost } from '../../ports/state/shared-run.ts';
import type { RunControls } from '../../work/pausing/run-controller.ts';
import { withClaim } from '../control/with-claim.ts';
import type { JoinRun } from './join-run.ts';

/**
 * Works on the repositories of a run that another process coordinates, until the run ends or this process is to leave.
 * @returns why it ended before the run did
 */
type Join = (job: JoinRun) => Promise<MigratorError | null>;

export interface WorkOnRuns
  extends Pick<
    JoinRun,
    'services' | 'sharing' | 'events' | 'waves' | 'askedWorkers' | 'signal' | 'drain'
  > {
  /** How a run of each task is joined; runs of other tasks are left to other processes. */
  readonly joins: Readonly<Partial<Record<DispatchedTask, Join>>>;
  /** Leads what was to begin at a time, and whose own process is lost. */
  readonly lead: (due: DueTimer) => Promise<void>;
  /** Unique among workers. */
  readonly worker: string;
  /** `null`: any migration that is run. */
  readonly migration: string | null;
  readonly say: (line: string) => void;
}

/** Milliseconds between two looks for a run. */
const idlePause = 2000;
/** Milliseconds before a run is joined again that could not be worked on. */
const troublePause = 15_000;

/**
 * Joins one run after the other until a signal ends it. Waits while the database or a host is away.
 * @throws what no wait mends: refused credentials, a full disk, a newer version's database
 */
export async function workOnRuns(job: WorkOnRuns): Promise<void> {
  const dispatcher = await job.sharing.openDispatcher();
  const leaving = AbortSignal.any([job.signal, job.drain]);
  try {
    while (!leaving.aborted) {
      const pause = await workOnce(job, dispatcher).catch((thrown: unknown) => {
        const error = toMigratorError(thrown);
        if (leaving.aborted) return 0;
        if (!mayPass(error)) throw error;
        job.say(safe(`${error.message}: trying again in ${formatDuration(troublePause)}`));
        return troublePause;
      });
      if (pause > 0) await job.services.clock.sleep(pause, leaving).catch(() => {});
    }
  } finally {
    await dispatcher.close().catch(() => {});
  }
}

/** @returns milliseconds to wait before the next look */
async function workOnce(job: WorkOnRuns, dispatcher: Dispatcher): Promise<number> {
  const found = await findRun(job);
  if (found === null) return (await leadDue(job, dispatcher)) ? 0 : idlePause;
  const { services, sharing, say } = job;
  const { migration, run, join } = found;
  const claim = { services, runs: sharing.runs, migration: migration.id, run: run.id };
  const { controls } = services.runController;
  const onHeld = followHold(controls);
  const source = presenceOf(job.worker);
  say(`Working on ${migration.id}`);
  const left = await withClaim({ ...claim, source, onHeld }, async ({ lost }) => {
    const signal = AbortSignal.any([job.signal, lost]);
    return { stoppedBy: await join({ ...job, dispatcher, migration, run, signal }) };
  }).finally(controls.resume);
  // The run ended before it could be joined.
  if (left === 'elsewhere') return idlePause;
  const { stoppedBy } = left;
  if (stoppedBy !== null && !hasCode(stoppedBy, interrupted().code)) throw stoppedBy;
  say(`Stopped working on ${migration.id}`);
  return 0;
}

/** A worker of some waves leads nothing: that would work on all of them. */
async function leadDue(
  { lead, migration, waves }: WorkOnRuns,
  dispatcher: Dispatcher,
): Promise<boolean> {
  if (waves !== null) return false;
  const migrations = migration === null ? null : [migration];
  const due = await dispatcher.takeDue({ migrations });
  if (due !== null) await lead(due);
  return due !== null;
}

/** Holds this process while a person holds the run at the one that leads. */
export function followHold({ pause, resume }: Pick<RunControls, 'pause' | 'resume'>) {
  let wasHeld = false;
  return (isHeld: boolean) => {
    if (isHeld === wasHeld) return;
    wasHeld = isHeld;
    if (isHeld) pause();
    else resume();
  };
}

async function findRun({
  services,
  sharing,
  migration,
  joins,
}: WorkOnRuns): Promise<{ migration: Migration; run: SharedRun; join: Join } | null> {
  const ids = migration === null ? await sharing.runs.listRuns() : [migration];
  for (const id of ids) {
    const run = await sharing.runs.findRun(id);
    const join = run === null ? undefined : joins[run.task];
    if (run === null || join === undefined) continue;
    const known = await services.store.findMigration(id);
    const isOurs = known !== null && known.source.kind === services.source.kind;
    if (isOurs) return { migration: known, run, join };
  }
  return null;
}

/** A host or database that is away, or a license whose workers others use, may be there again in a while. */
function mayPass(error: MigratorError): boolean {
  if (error instanceof StateLost) return true;
  if (error.code === 'state') return error.retry !== 'fatal';
  return hasCode(error, 'unavailable', 'rate-limit', 'license');
}
