import { useAnimation } from 'ink';
import { createContext, type ReactNode, use } from 'react';

const ClockContext = createContext<() => number>(Date.now);

/** Where the time comes from; tests hand in their own. */
export function ClockProvider(props: { now: () => number; children: ReactNode }): ReactNode {
  return <ClockContext value={props.now}>{props.children}</ClockContext>;
}

/**
 * The time, in milliseconds since 1970, and a new drawing every so often: the one source of everything that moves. To be
 * used once on a screen, at its root; what moves below it is a function of the time it is given.
 * @param options.interval milliseconds; at least 100, which is ten drawings a second
 * @param options.isActive off where nothing moves
 */
export function useClock(options: { interval: number; isActive?: boolean }): number {
  const now = use(ClockContext);
  useAnimation({
    interval: Math.max(100, options.interval),
    isActive: options.isActive ?? true,
  });
  return now();
}

/** The sign of a spinner at a moment; all that are shown turn together. */
export function spinnerAt(frames: readonly string[], now: number): string {
  return frames[Math.floor(now / 100) % frames.length] ?? '';
}
