import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { type Clock, systemClock } from '../../../src/core/kernel/clock.ts';
import { createProgramHere } from '../../helpers/program/run-here.ts';
import type { Ended } from '../../helpers/program/run-program.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
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

/** Returns what a user of a workplace has in the environment, with a folder for temporary files. */
export function fastEnvironment({ folder, sandbox }: Pick<Workplace, 'folder' | 'sandbox'>) {
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  return {
    ...{ PATH: process.env.PATH, HOME: folder, TMPDIR: join(folder, 'tmp') },
    MIGRATOR_STATE_DIR: join(folder, 'state'),
    ...usersEnvironment(sandbox),
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
