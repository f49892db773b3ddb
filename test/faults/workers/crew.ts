import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onMachine } from '../../helpers/other-machine.ts';
import type { Ended, Running } from '../../helpers/run-program.ts';
import type { Finding } from '../census/finding.ts';
import { count, type Tally } from '../chance/traffic.ts';
import type { FaultPlace } from '../place.ts';
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
  /** Tells it to go. */
  leave(): void;
}

interface Crew {
  readonly place: FaultPlace;
  readonly environment: Environment;
  readonly exits: Tally;
  readonly findings: Finding[];
  /** Where to keep what each run has written; `null`: nowhere. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
}

/** Ends by itself after which a person, or whatever keeps it running, starts it again. */
const passing = [5, 6, 7, 8];
const mostFailures = 30;

/** @param argsOf of the next run, by all that was written so far */
export function keepRunning(
  name: string,
  crew: Crew,
  argsOf: (written: string) => readonly string[],
): Member {
  const { place, exits, findings } = crew;
  let machine = 0;
  let running: Running | null = null;
  let isKilled = false;
  let isLeaving = false;
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
    running = place.start([...args, '-vv'], environment());
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
      if (ended.isKilled) continue;
      count(exits, String(ended.code));
      findings.push(...crashesIn(ended));
      if (ended.code === 0) return;
      failures += 1;
      const what = `${name} ended with ${ended.code}:\n${lastOf(ended)}`;
      if (isLeaving || !passing.includes(ended.code ?? -1) || failures > mostFailures) {
        findings.push({ kind: 'stuck', what });
        return;
      }
      crew.say(`  ${what.trim().split('\n').slice(0, 4).join('\n    ')}`);
    }
  }
  return {
    name,
    environment,
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
