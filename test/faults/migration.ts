import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeCensus } from './census/census.ts';
import type { Finding } from './census/finding.ts';
import { checkDatabases, findFilesLeft, findProcessesLeft } from './census/leftovers.ts';
import { killPoint } from './chance/kill-points.ts';
import { createRandomFaults } from './chance/random-faults.ts';
import { count, type Tally, type Traffic, watchTraffic } from './chance/traffic.ts';
import { compareOthers, photographOthers } from './others.ts';
import { type FaultPlace, openFaultPlace, type Setting } from './place.ts';
import { type Run, runUntil } from './run-until.ts';

export interface Migration {
  readonly setting: Setting;
  /** By what was going on. */
  readonly kills: Tally;
  readonly requests: Tally;
  readonly faults: Tally;
  /** By the way in which requests failed. */
  readonly ways: ReadonlyMap<string, number>;
  /** Runs after the first one. */
  readonly resumes: number;
  /** Runs that ended by themselves, by their exit codes. */
  readonly exits: Tally;
  readonly pullRequests: number;
  readonly comments: number;
  /** The last lines of `verify`. */
  readonly verified: string;
  readonly findings: readonly Finding[];
  readonly milliseconds: number;
}

/** After so many resumes that ended with the same failure it is taken to be stuck. */
const mostFailures = 30;

/** One migration of a fresh source to a fresh target, killed and resumed until it has come to its end. */
export async function runMigration(options: {
  seed: string;
  setting: Setting;
  rate: number;
  /** It is killed so often at most, together with all others that share this. */
  kills: { left: number };
  /** Where to keep what each run of the program has written; `null`: nowhere. */
  keep: string | null;
  say: (line: string) => void;
}): Promise<Migration> {
  const { seed, setting, rate } = options;
  const startedAt = Date.now();
  await using place = await openFaultPlace(setting);
  const before = photographOthers(place);
  const random = createRandomFaults({ seed, rate, isQuick: setting.workspace === 'small' });
  const traffic = watchTraffic(place.sandbox.faults, random);
  await makePlan(place, setting);
  const brought = await bring({ ...options, place, traffic });
  const findings = [...brought.findings];
  let verified = 'not reached';
  if (brought.id !== null && brought.isDone) {
    place.sandbox.faults.clear();
    await place.sandbox.github.jobs.settled();
    const planned = place.sandbox.bitbucket.repositories.length;
    findings.push(...takeCensus(place), ...compareOthers(place, before, planned));
    findings.push(...findFilesLeft(place.folder));
    const { code, stdout, stderr } = await place.runAlone(
      ['verify', '--migration', brought.id],
      place.environment,
    );
    verified = code === 0 ? 'clean' : `exit ${code}`;
    if (code !== 0) {
      findings.push({ kind: 'wrong', what: `verify ended with ${code}:\n${stdout}${stderr}` });
    }
  }
  const pullRequests = place.sandbox.bitbucket.repositories.flatMap((one) => one.pullRequests);
  return {
    setting,
    kills: brought.kills,
    requests: traffic.requests,
    faults: traffic.faults,
    ways: random.struck,
    resumes: brought.resumes,
    exits: brought.exits,
    pullRequests: pullRequests.length,
    comments: pullRequests.reduce((sum, one) => sum + one.conversation().comments.length, 0),
    verified,
    findings,
    milliseconds: Date.now() - startedAt,
  };
}

/** By the program, whose requests fail too; it is run again as a person would. */
async function makePlan(place: FaultPlace, { workspace }: Setting): Promise<void> {
  if (workspace === 'small') return;
  const { workspace: from, organization } = place.sandbox;
  const commands = [
    ['discover', '--workspace', from, '--output', 'inventory.json', '--force'],
    [
      'plan',
      '--inventory',
      'inventory.json',
      '--target-org',
      organization,
      '--output',
      'plan.json',
      '--force',
    ],
  ];
  for (const command of commands) {
    for (let attempt = 1; ; attempt += 1) {
      const { code, stderr } = await place.runAlone(command, place.environment);
      if (code === 0) break;
      if (code !== 7 || attempt === 10)
        throw new Error(`${command[0]} ended with ${code}:\n${stderr}`);
    }
  }
}

interface MigratedBaseline {
  readonly id: string | null;
  readonly isDone: boolean;
  readonly kills: Tally;
  readonly resumes: number;
  readonly exits: Tally;
  readonly findings: readonly Finding[];
}

async function bring(options: {
  seed: string;
  setting: Setting;
  kills: { left: number };
  keep: string | null;
  place: FaultPlace;
  traffic: Traffic;
  say: (line: string) => void;
}): Promise<MigratedBaseline> {
  const { seed, setting, keep, place, traffic, say } = options;
  const budget = options.kills;
  const kills: Tally = new Map();
  const exits: Tally = new Map();
  const findings: Finding[] = [];
  let id: string | null = null;
  let failures = 0;
  for (let turn = 0; ; turn += 1) {
    const args = id === null ? ['--plan', 'plan.json'] : ['--resume', id];
    const isToBeKilled = budget.left > 0;
    if (isToBeKilled) budget.left -= 1;
    const point = isToBeKilled
      ? killPoint({ seed, run: turn, workspace: setting.workspace })
      : null;
    const run: Run = await runUntil({ place, traffic, args: ['migrate', ...args, '-vv'], point });
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
    const end = endOf(run, failures);
    if (end === 'resumed') {
      failures += 1;
      say(`  ended with ${run.code}: ${failuresIn(run.stdout)}`);
      continue;
    }
    if (end !== 'done') findings.push(end);
    return { id, isDone: end === 'done', kills, resumes: turn, exits, findings };
  }
}

/** Whether a person would resume it. */
function endOf(run: Run, failures: number): 'done' | 'resumed' | Finding {
  const { code, stdout, stderr } = run;
  if (code === 0) return 'done';
  if ((code === 6 || code === 7) && failures < mostFailures) return 'resumed';
  const why = run.isTooLong ? 'a run did not end' : `a run ended with ${code}`;
  const last = stderr.trimEnd().split('\n').slice(-40).join('\n');
  return { kind: 'stuck', what: `${why}:\n${stdout}\n${last}` };
}

function crashesIn({ stdout, stderr }: Run): Finding[] {
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
