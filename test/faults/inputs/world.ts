import { runCommandLine } from '../../../src/cli/main.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import type { Program } from '../../../src/core/program.ts';
import { Redactor } from '../../../src/core/redact.ts';

/** How one command line has ended. */
export interface Outcome {
  /** `null`: it did not end in time. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of the processor, in this process: other work of the machine says nothing of the program. */
  readonly milliseconds: number;
}

export interface World {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How many times as fast its clock goes; 1000 if left out. */
  readonly haste?: number;
}

/** A clock that goes so many times as fast as the system's. */
function createFastClock(times: number): Clock {
  const startedAt = Date.now();
  return {
    now: () =>
      startedAt + Math.floor((performance.timeOrigin + performance.now() - startedAt) * times),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / times, signal),
  };
}

/**
 * Runs one command line of the program in this process, through the same entry as the program itself.
 * @param patience milliseconds after which it counts as hanging
 */
export async function runInWorld(
  argv: readonly string[],
  world: World,
  patience: number,
): Promise<Outcome> {
  const { program, written, stop } = createWorldProgram(world);
  const before = process.cpuUsage();
  const code = await atMost(patience, runCommandLine(argv, program));
  if (code === null) stop.abort();
  const { user, system } = process.cpuUsage(before);
  return { code, ...written, milliseconds: (user + system) / 1000 };
}

/** A program's world without a process of its own. */
export function createWorldProgram(world: World) {
  const redactor = new Redactor();
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    isTerminal: false,
    write(text: string) {
      written[name] += redactor.text(text);
    },
  });
  const stop = new AbortController();
  const program: Program = {
    runtime: process.versions.node,
    version: '0.0.0',
    environment: world.environment,
    stdout: output('stdout'),
    stderr: output('stderr'),
    redactor,
    clock: createFastClock(world.haste ?? 1000),
    random: Math.random,
    pid: process.pid,
    hostname: 'here',
    kill: (pid, signal) => {
      process.kill(pid, signal);
    },
    isProcessAlive: () => false,
    platform: process.platform,
    ask: null,
    readInput: async () => '',
    openLiveView: null,
    openWatchView: null,
    showWizard: null,
    telemetry: null,
    interrupt: () => stop.abort(),
    temporaryFolder: world.folder,
    drain: stop.signal,
    stop: stop.signal,
  };
  return { program, written, stop };
}

/** @returns `null` if it takes longer */
export async function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
