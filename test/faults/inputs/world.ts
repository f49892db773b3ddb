import { runCommandLine } from '../../../src/cli/main.ts';
import { type Clock, systemClock } from '../../../src/core/kernel/clock.ts';
import { createProgramHere } from '../../helpers/program/run-here.ts';

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

/** A program's world without a process of its own, on a clock that goes faster. */
export function createWorldProgram(world: World) {
  return createProgramHere({
    environment: world.environment,
    clock: createFastClock(world.haste ?? 1000),
    temporaryFolder: world.folder,
    // To us everybody else is dead: so neither a program's folder nor one of tests beside these may count as ours.
    hostname: `here-${process.pid}`,
    isProcessAlive: () => false,
  });
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
