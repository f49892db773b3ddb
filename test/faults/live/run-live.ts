import { join } from 'node:path';
import { takeCensus } from '../census/census.ts';
import type { Finding } from '../census/finding.ts';
import { findFilesLeft } from '../census/leftovers.ts';
import type { KillPoint } from '../chance/kill-points.ts';
import { between, draw } from '../chance/random.ts';
import { createRandomFaults } from '../chance/random-faults.ts';
import { count, type Tally, watchTraffic } from '../chance/traffic.ts';
import { type Migration, makePlan } from '../migration.ts';
import { compareOthers, photographOthers } from '../others.ts';
import { openFaultPlace, type Setting } from '../place.ts';
import { type RunsToEnd, runToEnd } from '../run-to-end.ts';
import { runUntil } from '../run-until.ts';
import { follow, plannedIn } from './following-plan.ts';
import { keepEvidence } from './keep-evidence.ts';
import { compareSources, photographSource } from './source-photograph.ts';

/** Between two actions, while the program runs. */
const pauseMs = 250;

/** Tries of one sync before people go on and the next one comes. */
const patience = 3;

interface Phase {
  readonly name: string;
  readonly args: (id: string) => readonly string[];
  /** Kills at most. */
  readonly share: number;
  readonly work: 'anything' | 'branches' | 'nothing';
  readonly mayFail?: boolean;
}

/** One migration and its syncs while people work, then the cut-over, which makes both sides equal. */
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
  const isQuick = workspace === 'small';
  const random = createRandomFaults({ seed, rate, isQuick, isTargetUnlimited: true });
  const traffic = watchTraffic(place.sandbox.faults, random);
  await makePlan(place, setting);
  follow(place);
  const people = place.sandbox.people({ seed, repositories: plannedIn(place) });
  const phases: RunsToEnd[] = [];
  const findings: Finding[] = [];

  async function enter(phase: Phase): Promise<boolean> {
    const budget = { left: Math.min(kills.left, phase.share) };
    kills.left -= budget.left;
    if (phase.work !== 'nothing') people.start(pauseMs, phase.work);
    const done = await runToEnd({
      ...{ ...options, place, traffic, workspace, kills: budget },
      argsOf: (id) => (id === null ? ['migrate', '--plan', 'plan.json'] : phase.args(id)),
      ...{ seed: `${seed}/${phase.name}`, id: phases[0]?.id ?? null },
      ...(phase.mayFail === true ? { patience, mayFail: true } : {}),
    });
    await people.stop();
    kills.left += budget.left;
    phases.push(done);
    findings.push(...done.findings);
    say(`  ${phase.name}: ${people.journal.length} actions so far`);
    return done.isDone;
  }

  const sync = (id: string) => ['sync', '--migration', id];
  async function syncWhilePeopleWork(): Promise<void> {
    // Syncs that end before they are killed leave their kills to further ones.
    for (let round = 1; round <= rounds || kills.left > 4; round += 1) {
      if (round > rounds * 4) break;
      const share = Math.ceil(kills.left / (Math.max(0, rounds - round) + 3));
      await enter({ name: `sync ${round}`, share, args: sync, work: 'anything', mayFail: true });
    }
  }

  /** Locks, is killed on its way, and takes everything back. */
  async function abortOnce(id: string): Promise<void> {
    const source = photographSource(place);
    const cutover = ['cutover', '--migration', id, '--yes'];
    const args = [...cutover, '--accept-excepted'];
    const milliseconds = between(0, 60, draw(seed, 'abort', 'pause'));
    const requests = between(4, 40, draw(seed, 'abort', 'count'));
    const point: KillPoint = { after: 'requests', count: requests, milliseconds };
    const { killedAt } = await runUntil({ place, traffic, args, point });
    // It has come to its end before: the targets are open, and there is nothing to take back.
    if (killedAt === null) return;
    const abort = () => [...cutover, '--abort'];
    await enter({ name: 'abort', share: Math.min(2, kills.left), args: abort, work: 'nothing' });
    findings.push(...compareSources(source, photographSource(place)));
  }

  const resume = (id: string) => ['migrate', '--resume', id];
  const share = Math.ceil(kills.left / (rounds + 3));
  let isDone = await enter({ name: 'backfill', share, args: resume, work: 'anything' });
  const id = phases[0]?.id ?? '';
  if (isDone) {
    await syncWhilePeopleWork();
    const whole = () => [...sync(id), '--reread', 'all'];
    const most = Math.ceil(kills.left / 2);
    isDone = await enter({ name: 'last sync', share: most, args: whole, work: 'nothing' });
  }
  if (isDone) {
    await abortOnce(id);
    const cutover = () => ['cutover', '--migration', id, '--yes', '--accept-excepted'];
    isDone = await enter({ name: 'cutover', share: kills.left, args: cutover, work: 'branches' });
  }
  let verified = 'not reached';
  if (isDone) {
    place.sandbox.faults.clear();
    await place.sandbox.github.jobs.settled();
    findings.push(...takeCensus(place));
    findings.push(...compareOthers(place, before, plannedIn(place).length));
    findings.push(...findFilesLeft(place.folder));
    const verify = ['verify', '--migration', id];
    const { code, stdout, stderr } = await place.runAlone(verify, place.environment);
    verified = code === 0 ? 'clean' : `exit ${code}`;
    if (code !== 0)
      findings.push({ kind: 'wrong', what: `verify ended with ${code}:\n${stdout}${stderr}` });
  }
  const { keep } = options;
  if (keep !== null && findings.length > 0)
    keepEvidence(place, people, join(keep, seed.replaceAll('/', '-')));
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

/** The source changes while people work: only the target is compared. */
function targetOf(photographs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...photographs].filter(([what]) => what.endsWith(' on GitHub')));
}
