import type { Amount } from '../document/figures.ts';
import type { Part } from '../document/section.ts';
import { say } from '../surroundings.ts';
import { type Contest, once } from './once.ts';
import { runPlainLoop } from './plain-loop.ts';
import { migrate } from './program.ts';
import { type StepTimes, stepTimes } from './step-times.ts';
import { watchMemory } from './watch-memory.ts';

const rounds = 3;
const bound = 0.85;
/** Megabytes by which the program's own process may grow while it streams. */
const ownGrowthBound = 40;

const prose = `
One repository of 500 MB: 14,000 commits on text, and 325 files that nothing can compress. *Receive* ends with the source's last
byte, *index* with the local copy, *inspect* with the look at what the target would refuse; *target* is what the target still needs
then. Memory is resident, looked at every 50 ms: Git's processes on this side, all that run at one time together, and how
much the program's own process grows while the history is on its way.`;

/** One turn of both. */
interface Round {
  readonly ours: number;
  readonly baseline: number;
  readonly times: StepTimes;
  /** Bytes. */
  readonly memory: {
    readonly git: number;
    readonly gitOfLoop: number;
    readonly ownGrowth: number;
  };
}

/** The program against the plain loop with one repository of 500 MB. Linux alone. */
export async function measureHuge(contest: Contest): Promise<Part> {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await measureRound(contest, round);
    say(
      `huge, round ${round}: ${Math.round(one.ours)} ms, the loop ${Math.round(one.baseline)} ms`,
    );
    all.push(one);
  }
  const seconds = (name: string, of: (times: StepTimes) => number): Amount => ({
    ...{ name, unit: 's', bound: null, digits: 1 },
    samples: all.map(({ times }) => of(times) / 1000),
  });
  const megabytes = (name: string, of: (memory: Round['memory']) => number): Amount => ({
    ...{ name, unit: 'MB', bound: null },
    samples: all.map(({ memory }) => of(memory) / 1024 ** 2),
  });
  const ofLoop = megabytes("memory of the loop's git", ({ gitOfLoop }) => gitOfLoop);
  const ofProgram = megabytes("memory of the program's git", ({ git }) => git);
  const growth = megabytes('growth of the program', ({ ownGrowth }) => ownGrowth);
  const figure = {
    ...{ name: 'huge (1)', bound },
    ours: all.map(({ ours }) => ours),
    baseline: all.map(({ baseline }) => baseline),
  };
  return {
    prose,
    figures: [figure],
    amounts: [
      seconds('receive', ({ receive }) => receive),
      seconds('index', ({ index }) => index),
      seconds('inspect', ({ inspect }) => inspect),
      seconds('target', ({ target }) => target),
      ofLoop,
      { ...ofProgram, bound: Math.round(Math.min(...ofLoop.samples) / 2) },
      { ...growth, bound: ownGrowthBound },
    ],
  };
}

async function measureRound(contest: Contest, round: number): Promise<Round> {
  const { pid } = contest.hostsProcess;
  const inLoop = watchMemory(pid);
  const loop = await once(contest, {
    ...{ group: 'huge', suffix: `loop${round}`, contestant: runPlainLoop },
  });
  inLoop.stop();
  const inProgram = watchMemory(pid);
  let output = '';
  const program = await once(contest, {
    ...{ group: 'huge', suffix: `program${round}` },
    async contestant(task) {
      output = (await migrate(task, '--json')).stdout;
    },
  });
  inProgram.stop();
  const times = stepTimes(output);
  const memory = {
    git: inProgram.gitPeak,
    gitOfLoop: inLoop.gitPeak,
    ownGrowth: inProgram.ownGrowth(times.began),
  };
  return { ours: program.milliseconds, baseline: loop.milliseconds, times, memory };
}
