import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onMachine } from '../../helpers/program/other-machine.ts';
import type { Ended, Running } from '../../helpers/program/run-program.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
import type { Finding } from '../census/finding.ts';
import { count, type Tally } from '../chance/traffic.ts';
import { crashesIn } from '../run-to-end.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One process of those that share a migration, which is started again whenever it ends. */
export interface Member {
  readonly name: string;
  readonly pid: number | undefined;
  /** The machine it is on: its variables. */
  environment(): Environment;
  /** @param isLost its machine as well: the next one is on another, which knows nothing of it */
  kill(isLost: boolean): void;
  /** Resolves when it has come to its end. */
  readonly done: Promise<void>;
  /** How it has ended by itself so far: exit codes. */
  readonly ends: readonly (number | null)[];
  /** Asks it to leave. */
  leave(): void;
  /** Ends it for good, wherever it stands. */
  stop(): void;
}

interface Crew {
  readonly place: Workplace;
  readonly environment: Environment;
  readonly exits: Tally;
  readonly findings: Finding[];
  /** Where to keep what each run has written; `null`: nowhere. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
  /** Resolves when one that has ended by itself is started again; at once if left out. */
  readonly mayStart?: () => Promise<unknown>;
  /** Exit codes after which one is not started again: 0 if left out. */
  readonly final?: readonly number[];
}

/** One that coordinates, and others that join, each on a machine of its own. */
export function startCrew(
  crew: Crew,
  workers: number,
  given: {
    /** Repositories at a time, in each. */
    readonly atOnce?: number;
    /** Of all. */
    readonly flags?: readonly string[];
    /** Variables of one of them, by its number: 0 is the coordinator. */
    readonly own?: (number: number) => Environment;
  } = {},
): { readonly coordinator: Member; readonly others: readonly Member[] } {
  const { atOnce = 2, flags = ['-vv'], own = () => ({}) } = given;
  const idOf = (written: string) => /mig_[0-9a-z]{12}/.exec(written)?.[0] ?? null;
  const crewOf = (number: number) => ({
    ...crew,
    environment: { ...crew.environment, ...own(number) },
  });
  return {
    coordinator: keepRunning('coordinator', crewOf(0), (written) => {
      const id = idOf(written);
      const what = id === null ? ['--plan', 'plan.json'] : ['--resume', id];
      return ['migrate', '--workers', String(atOnce), ...what, ...flags];
    }),
    others: Array.from({ length: workers }, (_, index) =>
      keepRunning(`worker-${index + 1}`, crewOf(index + 1), () => [
        ...['worker', '--max', String(atOnce), ...flags],
      ]),
    ),
  };
}

/** Ends by itself after which a person, or whatever keeps it running, starts it again. */
const passing = [5, 6, 7, 8];
const mostFailures = 30;

/** @param argsOf of the next run, by all that was written so far */
function keepRunning(
  name: string,
  crew: Crew,
  argsOf: (written: string) => readonly string[],
): Member {
  const { place, exits, findings, final = [0] } = crew;
  let machine = 0;
  let running: Running | null = null;
  let isKilled = false;
  let isLeaving = false;
  let isStopped = false;
  const ends: (number | null)[] = [];
  function environment(): Environment {
    const hostname = `${name}-${machine}`;
    const folder = join(place.folder, 'machines', hostname);
    for (const inner of ['state', 'tmp']) mkdirSync(join(folder, inner), { recursive: true });
    return {
      ...crew.environment,
      ...onMachine(hostname),
      MIGRATOR_STATE_DIR: join(folder, 'state'),
      TMPDIR: join(folder, 'tmp'),
    };
  }
  /** @returns what it has written; `null` where it was killed */
  async function runOnce(args: readonly string[], turn: number) {
    isKilled = false;
    running = place.start(args, environment());
    const { child } = running;
    await new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // Children of a killed program may hold its output open: what they say is not waited for.
    if (isKilled) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    const ended = await running.ended;
    if (crew.keep !== null) keepOutput(crew.keep, `${name}-${turn}`, { ...ended, isKilled });
    return { ...ended, isKilled };
  }
  async function run(): Promise<void> {
    let written = '';
    let failures = 0;
    for (let turn = 1; ; turn += 1) {
      const ended = await runOnce(argsOf(written), turn);
      written += ended.stdout + ended.stderr;
      if (isStopped) return;
      if (ended.isKilled) continue;
      count(exits, String(ended.code));
      ends.push(ended.code);
      findings.push(...crashesIn(ended));
      if (final.includes(ended.code ?? -1)) return;
      failures += 1;
      const what = `${name} ended with ${ended.code}:\n${lastOf(ended)}`;
      if (isLeaving || !passing.includes(ended.code ?? -1) || failures > mostFailures) {
        findings.push({ kind: 'stuck', what });
        return;
      }
      crew.say(`  ${what.trim().split('\n').slice(0, 4).join('\n    ')}`);
      await crew.mayStart?.();
    }
  }
  return {
    name,
    environment,
    ends,
    get pid() {
      const isThere = running !== null && !isKilled && running.child.exitCode === null;
      return isThere ? running?.child.pid : undefined;
    },
    kill(isLost) {
      isKilled = true;
      if (isLost) machine += 1;
      running?.child.kill('SIGKILL');
    },
    done: run(),
    leave() {
      isLeaving = true;
      running?.child.kill('SIGTERM');
    },
    stop() {
      isStopped = true;
      running?.child.kill('SIGKILL');
    },
  };
}

function keepOutput(
  folder: string,
  name: string,
  { code, stdout, stderr, isKilled }: Ended & { isKilled: boolean },
): void {
  mkdirSync(folder, { recursive: true });
  const end = isKilled ? 'killed' : `ended with ${code}`;
  writeFileSync(join(folder, `${name}.txt`), `${stderr}\n${stdout}\n${end}\n`);
}

function lastOf({ stdout, stderr }: Ended): string {
  return `${stderr.trimEnd().split('\n').slice(-20).join('\n')}\n${stdout}`;
}
