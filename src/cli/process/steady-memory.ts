import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const megabyte = 1024 * 1024;
/** Bytes of the part where new objects are made, of which V8 keeps twice as many. */
const largeEnough = 8 * megabyte;
/**
 * By how much what lasts may grow, with what has died meanwhile, before it is cleared. Each clearing takes 30 ms: 8 MB cost a
 * tenth of all processor time.
 */
const oldMayGrow = { bytes: 32 * megabyte, share: 0.4 };
/** By how much all that the system gives us may grow before V8 has to give back what it keeps in store. */
const residentMayGrow = { bytes: 32 * megabyte, share: 0.25 };
/** Milliseconds from one giving back to the next, which takes a tenth of a second. */
const pause = 10_000;
/** Milliseconds: what ends sooner is not held up by it. */
const delay = 200;

/**
 * Keeps memory from growing without need. V8 doubles the part where new objects are made as long as a command makes
 * much, whatever stays; lets the other grow to several times of what is used before it clears away, above all while
 * its helper threads get no processor; and keeps pages in store that it has used once, as long as it is busy: until a run of
 * hours holds a hundred megabytes more than it needs. The first may grow to a size that costs little time, and again
 * after V8 has shrunk it in a quiet moment; that it may not go beyond can only be said once it is there. So all three are
 * looked at after each collection.
 * @returns ends the watch
 */
export function keepMemorySteady(): () => void {
  let isOver = false;
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(async () => {
    const [{ PerformanceObserver }, { runInNewContext }] = await Promise.all([
      import('node:perf_hooks'),
      import('node:vm'),
    ]);
    if (isOver) return;
    // Not before: with other flags V8 takes no code from the cache.
    setFlagsFromString('--expose-gc');
    const collect: Collect = runInNewContext('gc');
    const limits = [limitYoungHeap(), limitOldHeap(collect), limitStore(collect)];
    const observer = new PerformanceObserver(() => {
      const sizes = getHeapSpaceStatistics();
      for (const limit of limits) limit(sizes);
    });
    observer.observe({ entryTypes: ['gc'] });
    stop = () => observer.disconnect();
  }, delay);
  timer.unref();
  return () => {
    isOver = true;
    stop();
  };
}

/** V8's own, as --expose-gc offers it. */
type Collect = (options?: { type: 'major'; flavor: 'last-resort' }) => void;
type Sizes = ReturnType<typeof getHeapSpaceStatistics>;

function limitYoungHeap(): (sizes: Sizes) => void {
  let grows = true;
  return (sizes) => {
    const young = sizes.find(({ space_name }) => space_name === 'new_space');
    const mayGrow = (young?.space_size ?? 0) < largeEnough;
    if (mayGrow === grows) return;
    grows = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  };
}

/** What V8 has cleared beside the program's work still holds much that has died meanwhile: a clearing of ours does not. */
function limitOldHeap(collect: Collect): (sizes: Sizes) => void {
  let least = Number.POSITIVE_INFINITY;
  return (sizes) => {
    const used = oldBytes(sizes);
    least = Math.min(least, used);
    if (used - least < room(oldMayGrow, least)) return;
    collect();
    least = oldBytes(getHeapSpaceStatistics());
  };
}

function oldBytes(sizes: Sizes): number {
  return sizes.find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
}

function limitStore(collect: Collect): () => void {
  let least = process.memoryUsage.rss();
  let before = performance.now();
  return () => {
    if (performance.now() - before < pause) return;
    if (process.memoryUsage.rss() - least < room(residentMayGrow, least)) return;
    collect({ type: 'major', flavor: 'last-resort' });
    least = process.memoryUsage.rss();
    before = performance.now();
  };
}

/** A large program is not cleared all the time. */
function room({ bytes, share }: { bytes: number; share: number }, least: number): number {
  return Math.max(bytes, least * share);
}
