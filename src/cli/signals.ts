import type { Clock } from '../core/clock.ts';

/** What ends a run from outside: the first asks it to end in order, the second at once. */
export interface Signals {
  readonly drain: AbortSignal;
  readonly stop: AbortSignal;
  /** Does what a signal does, for Ctrl+C that comes as a key: the terminal sends none then. */
  interrupt(): void;
  stopWatching(): void;
}

const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds: one Ctrl+C may come twice, from the terminal and passed on by the launcher. Nobody types so fast. */
const sameSignal = 150;
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
  let last = { name: '', at: Number.NEGATIVE_INFINITY };

  function onSignal(name: NodeJS.Signals): void {
    const isSame = name === last.name && now() - last.at < sameSignal;
    last = { name, at: now() };
    if (!isSame) advance(name);
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
  }

  for (const name of watched) process.on(name, onSignal);
  process.on('disconnect', onDisconnect);
  process.channel?.unref();
  return {
    drain: drain.signal,
    stop: stop.signal,
    interrupt: () => advance('SIGINT'),
    stopWatching,
  };
}
