import type { Clock } from '../../core/kernel/clock.ts';

/** The first signal ends a run after the current steps, the second at once. */
export interface Signals {
  readonly drain: AbortSignal;
  readonly stop: AbortSignal;
  /** Acts as a signal, for Ctrl+C as a key: in raw mode the terminal sends no signal. */
  interrupt(): void;
  stopWatching(): void;
}

/** Messages between bin/migrator.cjs and this process: until it knows that we count signals, it forwards them. */
const greeting = 'launcher';
const counting = 'counting-signals';
const notCounting = 'not-counting-signals';
/** Message of a process that starts this one for itself alone: without it there is nothing to end in order. */
export const tied = 'tied';
const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds from the second signal to the end of the process. */
const stopTimeout = 5000;
/** Milliseconds: a key that is held down, or a signal that comes in two ways, is one signal. Nobody types so fast. */
const sameSignal = 150;

/** Signals have their default effect. */
export const unwatched: Omit<Signals, 'stopWatching'> = {
  drain: new AbortController().signal,
  stop: new AbortController().signal,
  interrupt: () => process.kill(process.pid, 'SIGINT'),
};

/** Signals drain the run, then stop it; the third, or a stop that takes too long, ends the process. */
export function watchSignals({ now }: Pick<Clock, 'now'>): Signals {
  const drain = new AbortController();
  const stop = new AbortController();
  let hasLauncher = false;
  let isTied = false;
  const isOneMore = signalCounter({ now });

  function onSignal(name: NodeJS.Signals): void {
    if (isOneMore(name, 'system')) advance(name);
  }
  function onMessage(message: unknown): void {
    const name = watched.find((one) => one === message);
    if (message === greeting) {
      hasLauncher = true;
      sendToLauncher(counting);
    } else if (message === tied) {
      isTied = true;
    } else if (name !== undefined && isOneMore(name, 'launcher')) {
      advance(name);
    }
  }
  function advance(name: NodeJS.Signals): void {
    if (!drain.signal.aborted) {
      drain.abort();
      return;
    }
    if (stop.signal.aborted) {
      kill(name);
      return;
    }
    stop.abort();
    setTimeout(() => kill(name), stopTimeout).unref();
  }
  function kill(name: NodeJS.Signals): void {
    stopWatching();
    process.kill(process.pid, name);
  }
  /** The process at the other end has gone: nobody can ask a second time. */
  function onDisconnect(): void {
    onSignal('SIGTERM');
    if (isTied) advance('SIGTERM');
    else setTimeout(() => advance('SIGTERM'), stopTimeout).unref();
  }
  function stopWatching(): void {
    for (const name of watched) process.off(name, onSignal);
    process.off('disconnect', onDisconnect);
    process.off('message', onMessage);
    if (hasLauncher) sendToLauncher(notCounting);
  }

  for (const name of watched) process.on(name, onSignal);
  process.on('disconnect', onDisconnect);
  if (process.channel !== undefined) process.on('message', onMessage);
  process.channel?.unref();
  // It may have gone while this process loaded.
  if (hasLostLauncher()) onDisconnect();
  return {
    drain: drain.signal,
    stop: stop.signal,
    interrupt: () => advance('SIGINT'),
    stopWatching,
  };
}

/** Ends this process with the one that started it, for commands that have nothing to end in order. */
export function endWithLauncher(): void {
  const end = () => process.kill(process.pid, 'SIGTERM');
  process.on('disconnect', end);
  process.channel?.unref();
  if (hasLostLauncher()) end();
}

/** A process that was started without a launcher cannot send. */
function hasLostLauncher(): boolean {
  return process.send !== undefined && !process.connected;
}

/** Ignores errors: 'disconnect' reports a launcher that has gone. */
function sendToLauncher(message: string): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** A signal from a terminal reaches both this process and the launcher, which forwards it. */
export type SignalOrigin = 'system' | 'launcher';

/**
 * Counts signals that arrive from two origins: what one has reported is not counted again when the other reports it,
 * however late.
 * @returns whether this is one more
 */
export function signalCounter({
  now,
}: Pick<Clock, 'now'>): (name: string, origin: SignalOrigin) => boolean {
  const none = { name: '', at: Number.NEGATIVE_INFINITY, times: 0 };
  const received: Record<SignalOrigin, typeof none> = { system: none, launcher: none };
  let counted = 0;
  return (name, origin) => {
    const last = received[origin];
    const at = now();
    const isSame = name === last.name && at - last.at < sameSignal;
    const times = isSame ? last.times : last.times + 1;
    received[origin] = { name, at, times };
    if (times <= counted) return false;
    counted = times;
    return true;
  };
}
