import type { Ended } from '../helpers/program/run-program.ts';
import type { KillPoint } from './chance/kill-points.ts';
import type { Traffic } from './chance/traffic.ts';
import type { FaultPlace } from './place.ts';

export interface Run extends Ended {
  /** The program's newest request when it was killed; `null`: it ended by itself. */
  readonly killedAt: string | null;
  readonly isTooLong: boolean;
}

/** Longer than any wait that the faults can bring about: the program waits for a minute at most, and a few times. */
const longestRun = 15 * 60_000;

/** Runs the program to its end, or to the point where it is killed: its own process alone, as it happens in reality. */
export async function runUntil(options: {
  place: FaultPlace;
  traffic: Traffic;
  args: readonly string[];
  point: KillPoint | null;
}): Promise<Run> {
  const { place, traffic, args, point } = options;
  const running = place.start(args, place.environment);
  let killedAt: string | null = null;
  let isTooLong = false;
  const timers: NodeJS.Timeout[] = [];
  function kill(): void {
    if (running.child.exitCode !== null) return;
    killedAt = traffic.moment();
    running.child.kill('SIGKILL');
  }
  let forget = () => {};
  if (point?.after === 'start') {
    timers.push(setTimeout(kill, point.milliseconds));
  } else if (point !== null) {
    const { after, count, milliseconds } = point;
    forget = traffic.after(after, count, () => {
      if (milliseconds === 0) kill();
      else timers.push(setTimeout(kill, milliseconds));
    });
  }
  const timer = setTimeout(() => {
    isTooLong = true;
    running.child.kill('SIGKILL');
  }, longestRun);
  const exited = new Promise<void>((resolve) => running.child.once('exit', () => resolve()));
  await exited;
  for (const one of [...timers, timer]) clearTimeout(one);
  forget();
  // Children of a killed program may hold its output open: what they say is not waited for.
  if (killedAt !== null) {
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
  }
  const ended = await running.ended;
  return { ...ended, killedAt: ended.code === null ? killedAt : null, isTooLong };
}
