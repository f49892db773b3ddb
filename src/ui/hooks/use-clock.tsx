import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';

const ClockContext = createContext<() => number>(Date.now);

/** The source of time; tests have their own. */
export function ClockProvider(props: { now: () => number; children: ReactNode }): ReactNode {
  return <ClockContext value={props.now}>{props.children}</ClockContext>;
}

/** Milliseconds: ten times a second. */
const shortestInterval = 100;

/**
 * Drives all movement on a screen: use it once, at the root. The time becomes part of the state, of which everything that
 * moves is a function.
 * @param options.interval milliseconds
 * @param options.isActive `false` where nothing moves
 */
export function useClock(options: {
  interval: number;
  isActive: boolean;
  onTick: (now: number) => void;
}): void {
  const now = use(ClockContext);
  const { isActive } = options;
  const interval = Math.max(shortestInterval, options.interval);
  const tick = useEffectEvent(() => options.onTick(now()));
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => tick(), interval);
    return () => clearInterval(timer);
  }, [isActive, interval]);
}
