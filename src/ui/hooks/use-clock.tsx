import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';

const ClockContext = createContext<() => number>(Date.now);

/** Where the time comes from; tests hand in their own. */
export function ClockProvider(props: { now: () => number; children: ReactNode }): ReactNode {
  return <ClockContext value={props.now}>{props.children}</ClockContext>;
}

/** Milliseconds: ten times a second. */
const shortest = 100;

/**
 * The one source of everything that moves: to be used once on a screen, at its root. What it is told goes into the state that the screen
 * is drawn from; what moves is a function of it, so that all moves together and stands still where nothing does.
 * @param options.interval milliseconds
 * @param options.isActive off where nothing moves
 */
export function useClock(options: {
  interval: number;
  isActive?: boolean;
  onTick: (now: number) => void;
}): void {
  const now = use(ClockContext);
  const { isActive = true } = options;
  const interval = Math.max(shortest, options.interval);
  const tick = useEffectEvent(() => options.onTick(now()));
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => tick(), interval);
    return () => clearInterval(timer);
  }, [isActive, interval]);
}
