/**
 * Shows the dashboard of a simulated run in the terminal that it is started in, and writes to the file that is named what it
 * took. `steady`: half a minute of it, as it happens. `hour`: all of it, as fast as it can be
 * shown, two seconds at a time. `bytes`: how much is written for one frame.
 */
import { writeFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { TimedEvent } from '../../src/core/ports/records/events.ts';
import { createRunModel } from '../../src/core/report/run/run-model.ts';
import { Dashboard } from '../../src/screens/dashboard/dashboard.tsx';
import {
  initialDashboard,
  reduceDashboard,
} from '../../src/screens/dashboard/state/dashboard-state.ts';
import { createStore } from '../../src/ui/store.ts';
import { runTui } from '../../src/ui/terminal/run-tui.tsx';
import { beat, simulateRun } from './simulated-run.ts';

const [, , how = '', file = ''] = process.argv;
const begun = Date.UTC(2026, 10, 20, 12);
const warmUpMilliseconds = 5000;
const steadyMilliseconds = 25_000;
/** Seconds that are shown at a time. */
const stride = 2;
const strides = 3600 / stride;

const settings = { color: true, verbosity: 0, kind: 'run' } as const;
const model = createRunModel();
const store = createStore(reduceDashboard, initialDashboard(settings, begun));
const run = simulateRun();
const frames: number[] = [];
let time = begun;
let usedBefore = 0;

function show(now: number, news: readonly TimedEvent[]): void {
  for (const event of news) model.accept(event);
  store.dispatch({ type: 'update', now, run: model.state(), news });
}

function tick(beats: number): void {
  const events: TimedEvent[] = [];
  for (let count = 0; count < beats; count += 1) {
    time += beat;
    events.push(...run.next(time));
  }
  usedBefore = usedMilliseconds();
  show(time, events);
}

/** Does what has happened since the last frame, as the clock on the wall says. */
function catchUp(): void {
  const due = Math.floor((performance.now() - startedAt) / beat) - ticks;
  ticks += due;
  tick(due);
}

/** Of this thread: another process that has the core for a moment makes no frame slower. */
function usedMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const startedAt = performance.now();
let ticks = 0;

const nothing = () => {};
const controls = {
  pause: nothing,
  resume: nothing,
  retry: nothing,
  skip: nothing,
  finish: nothing,
};
const effects = { controls, view: nothing, interrupt: nothing, leave: nothing };
const ended = runTui<void>({
  color: true,
  environment: process.env,
  streams: { stdin: process.stdin, stdout: process.stdout },
  redact: (text) => text,
  now: () => time,
  onFrame: () => frames.push(usedMilliseconds() - usedBefore),
  screen: (end) => (
    <Dashboard
      store={store}
      effects={effects}
      onTick={how === 'steady' ? catchUp : nothing}
      onClosed={end}
      onAnswer={nothing}
    />
  ),
});
show(begun, run.begin(begun));

const measures = { steady, hour, bytes };
const result = await measures[how as keyof typeof measures]();
store.dispatch({ type: 'close' });
await ended;
writeFileSync(file, JSON.stringify(result));

async function steady(): Promise<object> {
  await setTimeout(warmUpMilliseconds);
  frames.length = 0;
  const before = process.cpuUsage();
  const from = performance.now();
  await setTimeout(steadyMilliseconds);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 1000 / (performance.now() - from);
  return { cpuPercent: 100 * share, frames };
}

async function hour(): Promise<object> {
  const heap: number[] = [];
  for (let count = 0; count < strides; count += 1) {
    tick((1000 * stride) / beat);
    await setImmediate();
    // The first minutes fill what stays: names, code, caches.
    if (count === strides / 12) heap.push(heapMegabytes());
  }
  heap.push(heapMegabytes());
  const [first = 0, last = 0] = heap;
  return { grownMegabytes: Math.max(0, last - first) };
}

/** Bytes that frames write: where only time passes, where all 32 report, and where all of the screen is drawn. */
async function bytes(): Promise<object> {
  let written = 0;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string, ...rest: []) => {
    written += Buffer.byteLength(text);
    return write(text, ...rest);
  }) as typeof process.stdout.write;
  async function count(change: () => void): Promise<number[]> {
    const amounts: number[] = [];
    for (let frame = 0; frame < 12; frame += 1) {
      // At most ten frames a second.
      await setTimeout(120);
      written = 0;
      change();
      await setTimeout(120);
      amounts.push(written);
    }
    return amounts;
  }
  await setTimeout(1000);
  const quiet = await count(() => {
    time += 400;
    show(time, []);
  });
  const busy = await count(() => tick(2));
  const whole = await count(() => {
    time += 400;
    process.stdout.emit('resize');
    show(time, []);
  });
  return { quiet, busy, whole };
}

/** With what layout and streams hold outside of the heap. */
function heapMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}
