import type { Finding } from './census/finding.ts';
import { findFilesLeft } from './census/leftovers.ts';
import { createRandomFaults } from './chance/random-faults.ts';
import { type Tally, watchTraffic } from './chance/traffic.ts';
import { compareOthers, photographOthers } from './others.ts';
import { type FaultPlace, openFaultPlace, type Setting } from './place.ts';
import { runToEnd } from './run-to-end.ts';
import type { TakeOver } from './workers/take-overs.ts';

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
  /** Work of people meanwhile; `null`: nobody was at work. */
  readonly people: { readonly actions: number; readonly refused: number } | null;
  /** Of a migration that several processes shared. */
  readonly shared?: {
    readonly coordinatorKills: number;
    readonly takeOvers: readonly TakeOver[];
  };
}

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
  const brought = await runToEnd({
    ...{ ...options, place, traffic, workspace: setting.workspace, id: null },
    argsOf: (id) => ['migrate', ...(id === null ? ['--plan', 'plan.json'] : ['--resume', id])],
  });
  const findings = [...brought.findings];
  let verified = 'not reached';
  if (brought.id !== null && brought.isDone) {
    const end = await checkEnd(place, { before, id: brought.id, environment: place.environment });
    verified = end.verified;
    findings.push(...end.findings, ...findFilesLeft(place.folder));
  }
  return {
    setting,
    kills: brought.kills,
    requests: traffic.requests,
    faults: traffic.faults,
    ways: random.struck,
    resumes: brought.resumes,
    exits: brought.exits,
    ...contentsOf(place),
    verified,
    findings,
    milliseconds: Date.now() - startedAt,
    people: null,
  };
}

/** Returns what the hosts' own records say, and the program itself. Nothing fails any more. */
export async function checkEnd(
  place: FaultPlace,
  options: {
    readonly before: ReturnType<typeof photographOthers>;
    readonly id: string;
    readonly environment: FaultPlace['environment'];
  },
): Promise<Pick<Migration, 'verified' | 'findings'>> {
  const { sandbox } = place;
  sandbox.faults.clear();
  await sandbox.github.jobs.settled();
  const findings = place.takeCensus();
  findings.push(...compareOthers(place, options.before, sandbox.bitbucket.repositories.length));
  const { code, stdout, stderr } = await place.runAlone(
    ['verify', '--migration', options.id],
    options.environment,
  );
  if (code === 0) return { verified: 'clean', findings };
  findings.push({ kind: 'wrong', what: `verify ended with ${code}:\n${stdout}${stderr}` });
  return { verified: `exit ${code}`, findings };
}

export function contentsOf({ sandbox }: FaultPlace): Pick<Migration, 'pullRequests' | 'comments'> {
  const pullRequests = sandbox.bitbucket.repositories.flatMap((one) => one.pullRequests);
  return {
    pullRequests: pullRequests.length,
    comments: pullRequests.reduce((sum, one) => sum + one.conversation().comments.length, 0),
  };
}

/** By the program, whose requests fail too; it is run again as a person would. */
export async function makePlan(place: FaultPlace, { workspace, comments }: Setting): Promise<void> {
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
      ...(comments === 'imported' ? ['--engine', 'archive'] : []),
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
