import type { Figure } from './document/figures.ts';
import { timeProcess } from './run-process.ts';

/** How a figure's own time is taken, and how often beside those rounds that only fill caches. */
interface Contest extends Pick<Figure, 'name' | 'bound'> {
  readonly environment: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly warmUps: number;
  /** Milliseconds of one round. */
  readonly time: () => number | Promise<number>;
}

/** Times something against the start of a bare Node, in turns: machines differ most in how long they take to start a process. */
export async function againstNode(contest: Contest): Promise<Figure> {
  const { name, bound, environment, rounds, warmUps, time } = contest;
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const first = timeProcess({ command: process.execPath, args: ['-e', '0'], environment });
    const second = await time();
    if (round < 0) continue;
    baseline.push(first);
    ours.push(second);
  }
  return { name, ours, baseline, bound };
}
