import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './census/finding.ts';
import { checkDatabases, findProcessesLeft } from './census/leftovers.ts';
import { killPoint } from './chance/kill-points.ts';
import { count, type Tally, type Traffic } from './chance/traffic.ts';
import type { FaultPlace, Setting } from './place.ts';
import { type Run, runUntil } from './run-until.ts';

export interface RunsToEnd {
  readonly id: string | null;
  readonly isDone: boolean;
  readonly kills: Tally;
  readonly resumes: number;
  readonly exits: Tally;
  readonly findings: readonly Finding[];
}

/** After so many resumes that ended with the same failure it is taken to be stuck. */
const mostFailures = 30;

/**
 * Runs one command of the program again and again, killed at random moments, until it has come to its end.
 * @param options.patience ends that a person would try again after, before it is taken to be stuck
 */
export async function runToEnd(options: {
  readonly seed: string;
  readonly workspace: Setting['workspace'];
  /** It is killed so often at most, together with all others that share this. */
  readonly kills: { left: number };
  /** Where to keep what each run of the program has written; `null`: nowhere. */
  readonly keep: string | null;
  readonly place: FaultPlace;
  readonly traffic: Traffic;
  readonly say: (line: string) => void;
  /** Of the migration, once it is known. */
  readonly id: string | null;
  readonly argsOf: (id: string | null) => readonly string[];
  readonly patience?: number;
  /** Another one comes after it: it need not come to its end. */
  readonly mayFail?: boolean;
}): Promise<RunsToEnd> {
  const { seed, workspace, keep, place, traffic, say, argsOf } = options;
  const { patience = mostFailures, mayFail = false } = options;
  const budget = options.kills;
  const kills: Tally = new Map();
  const exits: Tally = new Map();
  const findings: Finding[] = [];
  let { id } = options;
  let failures = 0;
  for (let turn = 0; ; turn += 1) {
    const isToBeKilled = budget.left > 0;
    if (isToBeKilled) budget.left -= 1;
    const point = isToBeKilled ? killPoint({ seed, run: turn, workspace }) : null;
    const run: Run = await runUntil({ place, traffic, args: [...argsOf(id), '-vv'], point });
    if (keep !== null) keepOutput(keep, `${seed.replaceAll('/', '-')}-${turn + 1}`, run);
    id ??= /mig_[0-9a-z]{12}/.exec(run.stdout + run.stderr)?.[0] ?? null;
    findings.push(...checkDatabases(place.folder));
    if (run.killedAt !== null) {
      count(kills, run.killedAt);
      continue;
    }
    if (isToBeKilled) budget.left += 1;
    count(exits, String(run.code));
    findings.push(...(await findProcessesLeft(place.folder)), ...crashesIn(run));
    const end = endOf(run, patience - failures);
    if (end === 'resumed') {
      failures += 1;
      say(`  ended with ${run.code}: ${failuresIn(run.stdout)}`);
      continue;
    }
    const isDone = end === 'done';
    if (end !== 'done' && !(mayFail && isPassing(run))) findings.push(end);
    return { id, isDone, kills, resumes: turn, exits, findings };
  }
}

/** Tells whether a person would run it again. */
function endOf(run: Run, patience: number): 'done' | 'resumed' | Finding {
  const { code, stdout, stderr } = run;
  if (code === 0) return 'done';
  if (isPassing(run) && patience > 0) return 'resumed';
  const why = run.isTooLong ? 'a run did not end' : `a run ended with ${code}`;
  const last = stderr.trimEnd().split('\n').slice(-40).join('\n');
  return { kind: 'stuck', what: `${why}:\n${stdout}\n${last}` };
}

function isPassing({ code }: Run): boolean {
  return code === 6 || code === 7;
}

export function crashesIn({ stdout, stderr }: Pick<Run, 'stdout' | 'stderr'>): Finding[] {
  const trace = /^.*\n\s+at .*:\d+:\d+\)?$/m.exec(`${stdout}\n${stderr}`)?.[0];
  return trace === undefined ? [] : [{ kind: 'stuck', what: `a stack trace: ${trace}` }];
}

function keepOutput(folder: string, name: string, { killedAt, stdout, stderr }: Run): void {
  mkdirSync(folder, { recursive: true });
  const end = killedAt === null ? '' : `killed: ${killedAt}\n`;
  writeFileSync(join(folder, `${name}.txt`), `${stderr}\n${stdout}\n${end}`);
}

/** Why repositories failed, as the summary says. */
function failuresIn(stdout: string): string {
  const [, failures = stdout] = stdout.split('Failures by cause\n');
  return failures.split('\n\n')[0]?.trim().split('\n').slice(0, 8).join('\n  ') ?? '';
}
