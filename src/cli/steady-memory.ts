import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes, of which V8 keeps twice as many. */
const largeEnough = 8 * 1024 * 1024;
/** Milliseconds: what ends sooner is not held up by it. */
const delay = 200;

/**
 * Keeps the heap from growing without need: V8 doubles the part where new objects are made as long as a command makes
 * much, whatever stays, and lets the other grow to several times of what is used before it clears away, until a run of
 * hours holds a hundred megabytes more than it needs. The first may grow to a size that costs little time, and again
 * after V8 has shrunk it in a quiet moment; that it may not go beyond can only be said once it is there, so that it is
 * looked at after each collection.
 * @returns ends the watch
 */
export function keepMemorySteady(): () => void {
  let isOver = false;
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(async () => {
    // Not before: with other flags V8 takes no code from the cache.
    setFlagsFromString('--heap-growing-percent=30');
    const { PerformanceObserver } = await import('node:perf_hooks');
    if (isOver) return;
    const observer = new PerformanceObserver(limitYoungHeap());
    observer.observe({ entryTypes: ['gc'] });
    stop = () => observer.disconnect();
  }, delay);
  timer.unref();
  return () => {
    isOver = true;
    stop();
  };
}

function limitYoungHeap(): () => void {
  let grows = true;
  return () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const mayGrow = (young?.space_size ?? 0) < largeEnough;
    if (mayGrow === grows) return;
    grows = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  };
}
