import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes. */
const largeEnough = 16 * 1024 * 1024;
const milliseconds = 500;

/**
 * Keeps the part of the heap where new objects are made from growing without need: V8 doubles it as long as a command
 * makes much, whatever stays, until a run of hours holds a hundred megabytes more than it uses. It may grow to a size
 * that costs little time; that it may not from the start is why this waits.
 * @returns ends the watch
 */
export function keepMemorySteady(): () => void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((young?.space_size ?? 0) < largeEnough) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
