import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReportWait, Waiting } from '../../journal/wait-until-visible.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Variables } from '../../kernel/environment.ts';
import { interrupted } from '../../kernel/errors.ts';
import { serviceHost } from '../../ports/credentials/host-service.ts';
import type { Emit } from '../../ports/records/events.ts';
import type { ActiveTime } from './active-time.ts';

/** The repository that is worked on, as the asynchronous calls beneath it see it. */
export type CurrentRepository = AsyncLocalStorage<{ source: string; activeTime: ActiveTime }>;

export function createCurrentRepository(): CurrentRepository {
  return new AsyncLocalStorage();
}

/** Milliseconds: waits whose ends lie closer together are one. */
const sameEnd = 2000;

/**
 * Reports a wait for the current repository, whose active time does not count it. Several requests at
 * a time wait for the same moment: that is one wait, reported once and subtracted once.
 */
export function createWaitReporter(options: {
  currentRepository: CurrentRepository;
  clock: Clock;
  emit: Emit;
  /** Addresses of both services, by which hosts are named for people. */
  variables: Variables;
}): ReportWait {
  const waits = new WeakMap<object, { until: number; shown: Map<string, number> }>();
  const nobody = {};
  return ({ until, reason, host, limit }) => {
    const running = options.currentRepository.getStore();
    const known = waits.get(running ?? nobody) ?? { until: 0, shown: new Map<string, number>() };
    waits.set(running ?? nobody, known);
    const uncounted = Math.max(options.clock.now(), known.until);
    running?.activeTime.extend(Math.max(0, until - uncounted));
    known.until = Math.max(known.until, until);
    const what = `${host} ${reason}`;
    const shown = known.shown.get(what);
    if (shown !== undefined && Math.abs(shown - until) < sameEnd) return;
    known.shown.set(what, until);
    const repository = running?.source ?? null;
    const limited = limit === undefined ? {} : { limit };
    const which = serviceHost(host, options.variables);
    options.emit({ type: 'waiting', repository, ...which, reason, until, ...limited });
  };
}

/** @throws the signal's reason, or `interrupted` */
export async function sleepUntilAborted(
  { waitingClock, signal }: Pick<Waiting, 'waitingClock' | 'signal'>,
  milliseconds: number,
): Promise<void> {
  await waitingClock.sleep(milliseconds, signal).catch((cause: unknown) => {
    throw signal.aborted ? signal.reason : interrupted({ cause });
  });
}
