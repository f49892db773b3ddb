import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeCensus } from '../census/census.ts';
import { findFilesLeft } from '../census/leftovers.ts';
import { createRandomFaults } from '../chance/random-faults.ts';
import { count, type Tally, watchTraffic } from '../chance/traffic.ts';
import { type Migration, makePlan } from '../migration.ts';
import { compareOthers, photographOthers } from '../others.ts';
import { type FaultPlace, openFaultPlace, type Setting } from '../place.ts';
import { type RunsToEnd, runToEnd } from '../run-to-end.ts';

/** Between two actions, while the program runs. */
const pauseMs = 250;

/** Tries of one sync before people go on and the next one comes. */
const patience = 3;

/** One migration and its syncs while people work; then they stop, and a last sync has to make both sides equal. */
export async function runLive(options: {
  seed: string;
  setting: Setting;
  rate: number;
  /** Syncs while people work. */
  rounds: number;
  kills: { left: number };
  keep: string | null;
  say: (line: string) => void;
}): Promise<Migration> {
  const { seed, setting, rate, rounds, kills, say } = options;
  const startedAt = Date.now();
  await using place = await openFaultPlace(setting);
  const before = targetOf(photographOthers(place));
  const { workspace } = setting;
  const random = createRandomFaults({ seed, rate, isQuick: workspace === 'small' });
  const traffic = watchTraffic(place.sandbox.faults, random);
  await makePlan(place, setting);
  follow(place);
  const people = place.sandbox.people({ seed, repositories: plannedIn(place) });
  const phases: RunsToEnd[] = [];
  async function enter(phase: {
    name: string;
    args: (id: string | null) => readonly string[];
    share: number;
    isLast?: boolean;
    mayFail?: boolean;
  }): Promise<RunsToEnd> {
    const budget = { left: Math.min(kills.left, phase.share) };
    kills.left -= budget.left;
    if (phase.isLast !== true) people.start(pauseMs);
    const done = await runToEnd({
      ...{ ...options, place, traffic, workspace, kills: budget, argsOf: phase.args },
      ...{ seed: `${seed}/${phase.name}`, id: phases[0]?.id ?? null },
      ...(phase.mayFail === true ? { patience, mayFail: true } : {}),
    });
    await people.stop();
    kills.left += budget.left;
    phases.push(done);
    say(`  ${phase.name}: ${people.journal.length} actions so far`);
    return done;
  }
  const backfill = await enter({
    name: 'backfill',
    share: Math.ceil(kills.left / (rounds + 2)),
    args: (id) => ['migrate', ...(id === null ? ['--plan', 'plan.json'] : ['--resume', id])],
  });
  let isDone = backfill.isDone;
  const sync = (...more: string[]) => {
    return (id: string | null) => ['sync', '--migration', id ?? '', ...more];
  };
  // Syncs that end before they are killed leave their kills to further ones.
  for (let round = 1; isDone && (round <= rounds || kills.left > 0); round += 1) {
    if (round > rounds * 4) break;
    const share = Math.ceil(kills.left / (Math.max(0, rounds - round) + 2));
    await enter({ name: `sync ${round}`, share, args: sync(), mayFail: true });
  }
  if (isDone) {
    const last = sync('--reread', 'all');
    isDone = (await enter({ name: 'last sync', share: kills.left, args: last, isLast: true }))
      .isDone;
  }
  const findings = phases.flatMap((one) => one.findings);
  let verified = 'not reached';
  if (isDone) {
    place.sandbox.faults.clear();
    await place.sandbox.github.jobs.settled();
    findings.push(...takeCensus(place));
    findings.push(...compareOthers(place, before, plannedIn(place).length));
    findings.push(...findFilesLeft(place.folder));
    const verify = ['verify', '--migration', backfill.id ?? ''];
    const { code, stdout, stderr } = await place.runAlone(verify, place.environment);
    verified = code === 0 ? 'clean' : `exit ${code}`;
    if (code !== 0)
      findings.push({ kind: 'wrong', what: `verify ended with ${code}:\n${stdout}${stderr}` });
  }
  const pulls = place.sandbox.bitbucket.repositories.flatMap((one) => one.pullRequests);
  return {
    setting,
    kills: sumUp(phases, (one) => one.kills),
    requests: traffic.requests,
    faults: traffic.faults,
    ways: random.struck,
    resumes: phases.reduce((sum, one) => sum + one.resumes, 0),
    exits: sumUp(phases, (one) => one.exits),
    pullRequests: pulls.length,
    comments: pulls.reduce((sum, one) => sum + one.conversation().comments.length, 0),
    verified,
    findings,
    milliseconds: Date.now() - startedAt,
    people: {
      actions: people.journal.length,
      refused: people.journal.filter(({ refused }) => refused !== null).length,
    },
  };
}

function sumUp(phases: readonly RunsToEnd[], of: (one: RunsToEnd) => Tally): Tally {
  const all: Tally = new Map();
  for (const phase of phases) for (const [name, times] of of(phase)) count(all, name, times);
  return all;
}

/** What a plan says; settings would open the target. */
interface PlanFile {
  readonly repositories: readonly { readonly source: string }[];
}

function readPlan({ folder }: FaultPlace): PlanFile {
  return JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as PlanFile;
}

/** Lets the plan follow the source, without settings: those come with the cut-over. */
function follow(place: FaultPlace): void {
  const { teams: _, ...plan } = readPlan(place) as PlanFile & { readonly teams?: unknown };
  const repositories = plan.repositories.map((one) => {
    const { settings: _settings, ...rest } = one as typeof one & { readonly settings?: unknown };
    return rest;
  });
  place.write('plan.json', { ...plan, repositories, follow: true });
}

function plannedIn(place: FaultPlace): readonly string[] {
  return readPlan(place).repositories.map(({ source }) => source);
}

/** The source changes while people work: only the target is compared. */
function targetOf(photographs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...photographs].filter(([what]) => what.endsWith(' on the target')));
}
