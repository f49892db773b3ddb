import { randomUUID } from 'node:crypto';
import type { DispatchedRepository, DispatchedTask } from '../../ports/state/dispatcher.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { MigrationServices, Sharing } from '../../replica/context/migration-context.ts';
import { findLost } from '../../work/find-lost.ts';
import { otherProcessesEnded } from '../../work/other-processes-ended.ts';
import { setRun } from '../../work/set-run.ts';
import type { SharedWork } from '../repositories/repositories-run.ts';
import { createSharedWork, type SharedHooks } from './shared-work.ts';

/** Describes what lets other processes take a share of the work. */
export interface RunToLead {
  readonly services: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'lease'>;
  readonly sharing: Sharing;
  readonly migration: string;
  /** Of the migration's lease. */
  readonly writer: MigrationWriter;
  readonly run: SharedRun;
}

/** @param options how it is run, for processes that join; never a credential */
export function newRun(task: DispatchedTask, options: unknown): SharedRun {
  return { id: randomUUID(), task, options: JSON.stringify(options) };
}

interface LeadRun<One extends { readonly source: string }> extends RunToLead {
  readonly repositories: readonly One[];
  /** Queues a repository for any process of the run; `null`: only this process works on it. */
  readonly toTask: (one: One) => DispatchedRepository | null;
  /** Aborted: nobody waits for the others any more. */
  readonly signal: AbortSignal;
  /** `leave`: others may go on where the work has failed here. */
  readonly onFailure: 'leave' | 'end';
}

interface Led<Result> {
  readonly result: Result;
  /** This process has stopped before the end, and others go on. */
  readonly isContinued: boolean;
}

/** Describes what the process that leads works with. */
export interface Leading<One extends { readonly source: string }> {
  /** Not known to have ended, by slug. */
  readonly open: Map<string, One>;
  /** Gives out the repositories. Those that the work lacks are looked for where the queue has none. */
  share<Work>(hooks: SharedHooks<One, Work>): SharedWork<One, Work>;
  /** Queues those that are open and wait nowhere. */
  queueOpen(): Promise<void>;
  /** Finds one that no process has. */
  takeLost(): Promise<One | null>;
  /** Waits until no other process has any of the repositories. */
  othersEnd(): Promise<void>;
}

/** Shares a run with all processes that join, for as long as this one works on it. */
export async function leadRun<One extends { readonly source: string }, Result>(
  job: LeadRun<One>,
  work: (leading: Leading<One>) => Promise<Led<Result>>,
): Promise<Result> {
  const { services, sharing, writer, migration, run, toTask } = job;
  const { runs } = sharing;
  const { clock } = services;
  const open = new Map(job.repositories.map((one) => [one.source, one]));
  const dispatcher = await sharing.openDispatcher();
  const set = (now: SharedRun | null) => setRun({ dispatcher, runs, migration, writer }, now);
  const leading: Leading<One> = {
    open,
    takeLost: findLost({ runs, migration, open, now: clock.now }),
    queueOpen: () => dispatcher.queue([...open.values()].flatMap((one) => toTask(one) ?? [])),
    othersEnd: () => otherProcessesEnded({ ...job, runs, clock }),
    share: (hooks) =>
      createSharedWork({
        ...{ services, runs, dispatcher, migration, run, waves: null, leads: true },
        isDone: async () => open.size === 0,
        takeLost: leading.takeLost,
        onSettled: (source) => void open.delete(source),
        onQueued: (one) => void open.set(one.source, one),
        ...hooks,
      }),
  };
  try {
    await set(run);
    await leading.queueOpen();
    const { result, isContinued } = await work(leading).catch(async (thrown: unknown) => {
      if (job.onFailure === 'end') await set(null).catch(() => {});
      throw thrown;
    });
    if (!isContinued) await set(null);
    return result;
  } finally {
    await dispatcher.close();
  }
}
