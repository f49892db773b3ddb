import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../kernel/clock.ts';
import { interrupted } from '../../kernel/errors.ts';
import type { Emit, EventOf } from '../../ports/events.ts';
import type { ActiveTime } from './active-time.ts';

/** The repository that is worked on, as the asynchronous calls beneath it see it. */
export type CurrentRepository = AsyncLocalStorage<{ source: string; activeTime: ActiveTime }>;

export function createCurrentRepository(): CurrentRepository {
  return new AsyncLocalStorage();
}

/** A wait for a host. `until` is in milliseconds since 1970. */
export type Wait = Pick<EventOf<'waiting'>, 'until' | 'reason' | 'host' | 'limit'>;

/** Milliseconds: waits whose ends lie closer together are one. */
const sameEnd = 2000;

export type ReportWait = (wait: Wait) => void;

/** What a repository waits for a host with. */
export interface Waiting {
  readonly clock: Clock;
  /** Its sleeps end, as `interrupted`, with a run that is to end. */
  readonly waitingClock: Clock;
  /** Milliseconds after a lost answer before the target is asked what it created. */
  readonly settleMilliseconds: number;
  readonly reportWait: ReportWait;
  readonly signal: AbortSignal;
}

/**
 * Reports a wait for the current repository, whose active time does not count it. Several requests at
 * a time wait for the same moment: that is one wait, reported once and subtracted once.
 */
export function createWaitReporter(options: {
  currentRepository: CurrentRepository;
  clock: Clock;
  emit: Emit;
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
    options.emit({ type: 'waiting', repository, host, reason, until, ...limited });
  };
}

/**
 * Waits until whatever a request created can be seen everywhere.
 * @param lostAt milliseconds since 1970: when it was clear that there is no answer. Not when the request was intended:
 * it may have waited long for the target's limits, and may have been carried out at any moment until then.
 */
export async function waitUntilVisible(
  context: Waiting & { readonly target: { readonly hostname: string } },
  lostAt: number,
): Promise<void> {
  const { clock, waitingClock, settleMilliseconds, signal, target } = context;
  const until = lostAt + settleMilliseconds;
  if (clock.now() >= until) return;
  context.reportWait({
    until,
    reason: 'a response was lost: waiting before looking for what it created',
    host: target.hostname,
  });
  await waitingClock.sleep(until - clock.now(), signal);
}

/** Pauses between looks that come to so many milliseconds in all: the last of the usual ones is repeated. Pure. */
export function pausesFor(milliseconds: number, usual: readonly number[]): readonly number[] {
  const longest = usual.at(-1) ?? 1000;
  const more = milliseconds - usual.reduce((sum, one) => sum + one, 0);
  return [...usual, ...Array<number>(Math.max(0, Math.ceil(more / longest))).fill(longest)];
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
