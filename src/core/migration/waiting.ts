import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../clock.ts';
import type { Emit } from '../events.ts';
import type { ActiveTime } from './active-time.ts';

/** The repository that is worked on, as the asynchronous calls beneath it see it. */
export type CurrentRepository = AsyncLocalStorage<{ source: string; activeTime: ActiveTime }>;

export function createCurrentRepository(): CurrentRepository {
  return new AsyncLocalStorage();
}

/** A wait for a host. `until` is in milliseconds since 1970. */
export interface Wait {
  readonly until: number;
  readonly reason: string;
  readonly host: string;
}

export type ReportWait = (wait: Wait) => void;

/** Tells a wait as that of the repository that is worked on, whose active time does not count it. */
export function createWaitReporter(options: {
  currentRepository: CurrentRepository;
  clock: Clock;
  emit: Emit;
}): ReportWait {
  let told: Wait | null = null;
  return (wait) => {
    const { until, reason, host } = wait;
    const running = options.currentRepository.getStore();
    running?.activeTime.extend(Math.max(0, until - options.clock.now()));
    // Checks run at the same time and meet the same limit: that is told once.
    if (running === undefined && told !== null && isSame(told, wait)) return;
    if (running === undefined) told = wait;
    options.emit({ type: 'waiting', repository: running?.source ?? null, host, reason, until });
  };
}

function isSame(one: Wait, other: Wait): boolean {
  const sameEnd = Math.abs(one.until - other.until) < 2000;
  return sameEnd && one.host === other.host && one.reason === other.reason;
}
