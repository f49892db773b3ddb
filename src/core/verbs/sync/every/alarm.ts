import type { Dispatcher } from '../../../ports/state/dispatcher.ts';
import type { MigrationServices } from '../../../replica/context/migration-context.ts';
import { type RepeatedSync, writeRepeatedSync } from './repeated-sync.ts';

/** Lets a worker lead the next sync where the process that repeats it is lost. */
export interface Alarm {
  /** @param at of the next sync, in milliseconds since 1970 */
  set(round: RepeatedSync, at: number): Promise<void>;
  /** Nobody repeats it any more. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds after the time of a sync at which a worker begins it. */
const grace = 60_000;

/** Without a state that several processes share there is nobody to lead. */
export async function openAlarm(
  { sharing }: Pick<MigrationServices, 'sharing'>,
  migration: string,
): Promise<Alarm> {
  if (sharing === null) return { set: nothing, end: nothing, close: nothing };
  return alarmOf(await sharing.openDispatcher(), migration);
}

function alarmOf(dispatcher: Dispatcher, migration: string): Alarm {
  const timer = { migration, task: 'sync', run: 'every' } as const;
  return {
    set: (round, at) =>
      dispatcher.wakeAt({ ...timer, taskOptions: writeRepeatedSync(round), at: at + grace }),
    end: () => dispatcher.forgetTimer(migration, timer.task),
    close: dispatcher.close,
  };
}

async function nothing(): Promise<void> {}
