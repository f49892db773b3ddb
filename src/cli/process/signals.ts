import type { Clock } from '../../core/kernel/clock.ts';
import { signalCounter } from './count-signals.ts';

/** What ends a run from outside: the first asks it to end in order, the second at once. */
export interface Signals {
  readonly drain: AbortSignal;
  readonly stop: AbortSignal;
  /** Does what a signal does, for Ctrl+C that comes as a key: the terminal sends none then. */
  interrupt(): void;
  stopWatching(): void;
}

/** What bin/migrator.cjs and we say to each other: until it knows that we count, it passes signals on as such. */
const greeting = 'launcher';
const counting = 'counting-signals';
const notCounting = 'not-counting-signals';
const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds that a run gets to stop at once. */
const patience = 5000;

/** Signals that nobody watches: the process ends as any other does. */
export const unwatched: Omit<Signals, 'stopWatching'> = {
  drain: new AbortController().signal,
  stop: new AbortController().signal,
  interrupt: () => process.kill(process.pid, 'SIGINT'),
};

/** From now on signals end the run in order; the third, or one that leads nowhere, ends the process all the same. */
export function watchSignals({ now }: Pick<Clock, 'now'>): Signals {
  const drain = new AbortController();
  const stop = new AbortController();
  let hasLauncher = false;
  const isOneMore = signalCounter({ now });

  function onSignal(name: NodeJS.Signals): void {
    if (isOneMore(name, 'system')) advance(name);
  }
  function onMessage(message: unknown): void {
    const name = watched.find((one) => one === message);
    if (message === greeting) {
      hasLauncher = true;
      tellLauncher(counting);
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
      endAtOnce(name);
      return;
    }
    stop.abort();
    setTimeout(() => endAtOnce(name), patience).unref();
  }
  function endAtOnce(name: NodeJS.Signals): void {
    stopWatching();
    process.kill(process.pid, name);
  }
  // The launcher is gone, and with it whoever started us.
  const onDisconnect = () => onSignal('SIGTERM');
  function stopWatching(): void {
    for (const name of watched) process.off(name, onSignal);
    process.off('disconnect', onDisconnect);
    process.off('message', onMessage);
    if (hasLauncher) tellLauncher(notCounting);
  }

  for (const name of watched) process.on(name, onSignal);
  process.on('disconnect', onDisconnect);
  if (process.channel !== undefined) process.on('message', onMessage);
  process.channel?.unref();
  return {
    drain: drain.signal,
    stop: stop.signal,
    interrupt: () => advance('SIGINT'),
    stopWatching,
  };
}

/** It may be gone, which is told in another way. */
function tellLauncher(message: string): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
