import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { endedBy } from '../../../kernel/errors.ts';
import type { Dispatcher, TakenRepository } from '../../../ports/state/dispatcher.ts';
import type { ClaimWriter, SharedRun, SharedRuns } from '../../../ports/state/shared-run.ts';
import { withClaim } from '../../control/with-claim.ts';
import type { MigrationServices } from '../../migration-context.ts';

/** A repository, and what the process that leads the run has settled for it, as JSON. */
export interface Task {
  readonly source: string;
  readonly decided: string;
}

/** A repository that this process alone works on. */
export interface ClaimedTask extends Task {
  readonly claim: ClaimWriter;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted with it, and when work on another repository has failed in this process. */
  readonly failing: AbortSignal;
}

export interface TakeTurns {
  readonly services: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'held'>;
  readonly runs: SharedRuns;
  readonly dispatcher: Dispatcher;
  readonly migration: string;
  readonly run: SharedRun;
  /** `null`: all of them, also those of no wave. */
  readonly waves: readonly string[] | null;
  /** Repositories at the same time. */
  readonly concurrency: number;
  /** Aborted: nothing more is taken. */
  readonly over: AbortSignal;
  readonly hasEnded: (source: string) => Promise<boolean>;
  /** Works on it, and saves what that came to. */
  readonly work: (task: ClaimedTask) => Promise<void>;
  /** Nothing can be taken. @returns what the queue has lost, if anything */
  readonly onIdle: () => Promise<Task | null>;
  /** Goes on beside it, until `over` or its signal. */
  readonly beside: (signal: AbortSignal) => Promise<void>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
}

/** Milliseconds until one that another process works on is looked at again. */
const elsewherePause = 5000;
/** Milliseconds between two looks at what else has changed. */
const longestWait = 1000;

/** Works on repositories of a shared run by their claims, several at a time, until it is over. @throws what any of the work throws */
export async function takeTurns(turns: TakeTurns): Promise<void> {
  const { concurrency, signal } = turns;
  const lanes = Array.from({ length: concurrency }, () => takeOnTurn(turns));
  await inParallel(
    [turns.beside, ...lanes],
    { concurrency: concurrency + 1, signal },
    (work, failing) => work(failing),
  );
}

function takeOnTurn(turns: TakeTurns) {
  const { dispatcher, migration, over } = turns;
  const selection = { migrations: [migration], waves: turns.waves };
  return async (failing: AbortSignal): Promise<void> => {
    const signal = AbortSignal.any([failing, over]);
    while (!over.aborted) {
      if (failing.aborted) throw endedBy(failing);
      const taken = await dispatcher.take(selection);
      if (taken !== null) await workOnTaken(turns, taken, failing);
      else {
        const lost = await turns.onIdle();
        if (lost !== null) await workOn(turns, lost, failing);
        else await dispatcher.waitForMore(selection, { signal, milliseconds: longestWait });
      }
    }
  };
}

async function workOnTaken(
  turns: TakeTurns,
  taken: TakenRepository,
  failing: AbortSignal,
): Promise<void> {
  const isOurs = taken.task === turns.run.task && taken.run === turns.run.id;
  if (!isOurs) return (await hasEnded(turns)) ? giveBack(taken) : taken.done();
  if (await turns.hasEnded(taken.source)) return taken.done();
  let done: 'done' | 'elsewhere';
  try {
    done = await workOn(turns, taken, failing);
  } catch (thrown) {
    await giveBack(taken).catch(() => {});
    throw thrown;
  }
  // Where the run has ended nobody waits for it.
  if (done === 'done' || (await hasEnded(turns))) await taken.done();
  else await taken.putBack({ afterMilliseconds: elsewherePause });
}

function giveBack(taken: TakenRepository): Promise<void> {
  return taken.putBack({ afterMilliseconds: 0 });
}

/** What another run has queued may be for the one after this. */
async function hasEnded({ runs, migration, run }: TakeTurns): Promise<boolean> {
  return (await runs.findRun(migration))?.id !== run.id;
}

function workOn(
  { services, runs, migration, run, work, signal }: TakeTurns,
  { source, decided }: Task,
  failing: AbortSignal,
): Promise<'done' | 'elsewhere'> {
  return withClaim({ services, runs, migration, run: run.id, source }, async (handle) => {
    const stop = (one: AbortSignal) => AbortSignal.any([one, handle.lost]);
    const signals = { signal: stop(signal), failing: stop(failing) };
    await work({ source, decided, claim: handle.writer, ...signals });
    return 'done' as const;
  });
}
