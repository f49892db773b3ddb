import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

const megabyte = 1024 * 1024;
/** Bytes of the young generation, of which V8 keeps twice as many. */
const youngLimit = 8 * megabyte;
/**
 * How much the old generation may grow before a collection, which takes 30 ms: with 8 MB it took a tenth of all processor
 * time.
 */
const oldGrowth = { bytes: 32 * megabyte, share: 0.4 };
/** How much resident memory may grow before V8 has to release free pages. */
const residentGrowth = { bytes: 32 * megabyte, share: 0.25 };
/** How many bytes of buffers may come before the young ones are collected: what streams makes little else. */
const bufferGrowth = 3 * megabyte;
/** Milliseconds between two looks at buffers. */
const checkInterval = 20;
/** Milliseconds between two releases, which take a tenth of a second each. */
const pause = 10_000;
/** Milliseconds: does not delay commands that end sooner. */
const delay = 200;

/**
 * Keeps memory from growing without need. V8 doubles the young generation under allocation pressure; lets the old one grow
 * to several times its live size before it collects, above all while its helper threads get no processor; and keeps free
 * pages as long as it is busy: after hours a run holds a hundred megabytes more than it needs. Checks all three after
 * each collection; the growth of the young generation can only be stopped once it has reached its limit. Buffers that stream
 * through count for little in V8's own limits, so they are looked at by the clock.
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
    const limits = [limitYoungHeap(), limitOldHeap(collect), limitResident(collect)];
    const observer = new PerformanceObserver(() => {
      const sizes = getHeapSpaceStatistics();
      for (const limit of limits) limit(sizes);
    });
    observer.observe({ entryTypes: ['gc'] });
    const checking = setInterval(limitBuffers(collect), checkInterval);
    checking.unref();
    stop = () => {
      observer.disconnect();
      clearInterval(checking);
    };
  }, delay);
  timer.unref();
  return () => {
    isOver = true;
    stop();
  };
}

/** V8's function of --expose-gc. */
type Collect = (options?: { type: 'minor' } | { type: 'major'; flavor: 'last-resort' }) => void;
type Sizes = ReturnType<typeof getHeapSpaceStatistics>;

function limitYoungHeap(): (sizes: Sizes) => void {
  let grows = true;
  return (sizes) => {
    const young = sizes.find(({ space_name }) => space_name === 'new_space');
    const mayGrow = (young?.space_size ?? 0) < youngLimit;
    if (mayGrow === grows) return;
    grows = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  };
}

/** V8's concurrent collections leave much that has died meanwhile; this one does not. */
function limitOldHeap(collect: Collect): (sizes: Sizes) => void {
  let least = Number.POSITIVE_INFINITY;
  return (sizes) => {
    const used = oldBytes(sizes);
    least = Math.min(least, used);
    if (used - least < allowance(oldGrowth, least)) return;
    collect();
    least = oldBytes(getHeapSpaceStatistics());
  };
}

function oldBytes(sizes: Sizes): number {
  return sizes.find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
}

function limitBuffers(collect: Collect): () => void {
  let least = Number.POSITIVE_INFINITY;
  return () => {
    // Asked for 50 times a second: `process.memoryUsage()` costs many times as much.
    const buffers = getHeapStatistics().external_memory;
    least = Math.min(least, buffers);
    if (buffers - least < bufferGrowth) return;
    collect({ type: 'minor' });
    least = getHeapStatistics().external_memory;
  };
}

function limitResident(collect: Collect): () => void {
  let least = residentBytes();
  let before = performance.now();
  return () => {
    if (performance.now() - before < pause) return;
    if (residentBytes() - least < allowance(residentGrowth, least)) return;
    collect({ type: 'major', flavor: 'last-resort' });
    least = residentBytes();
    before = performance.now();
  };
}

/** Zero where the system does not say, as in a container without /proc: pages are then kept. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

/** Relative to the size: a large heap is not collected all the time. */
function allowance({ bytes, share }: { bytes: number; share: number }, least: number): number {
  return Math.max(bytes, least * share);
}
