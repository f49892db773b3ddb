import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/main.ts';
import { type Clock, systemClock } from '../../../src/core/kernel/clock.ts';
import { createProgramHere } from '../../helpers/run-here.ts';
import type { Ended } from '../../helpers/run-program.ts';
import type { SweepPlace } from './sweep-place.ts';

/** How much faster than the clock on the wall. */
const factor = 25;

/** A clock by which the program waits for seconds where only moments pass. */
export function fastClock(): Clock {
  const begun = Date.now();
  return {
    now: () => begun + (Date.now() - begun) * factor,
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / factor, signal),
  };
}

/** Runs a command line in this process, by its own clock. */
export async function runFast(
  place: Pick<SweepPlace, 'folder' | 'environment' | 'clock'>,
  args: readonly string[],
): Promise<Ended> {
  const { environment, clock } = place;
  const temporaryFolder = join(place.folder, 'tmp');
  const { program, written } = createProgramHere({ environment, temporaryFolder, clock });
  const code = await runCommandLine(args, program);
  return { code, ...written };
}
