import type { Finding } from '../census/finding.ts';
import { findFilesLeft } from '../census/leftovers.ts';
import { createRandomFaults } from '../chance/random-faults.ts';
import { count, type Tally, watchTraffic } from '../chance/traffic.ts';
import { follow, plannedIn } from '../live/following-plan.ts';
import { checkEnd, contentsOf, type Migration, makePlan } from '../migration.ts';
import { photographOthers } from '../others.ts';
import { type FaultPlace, openFaultPlace, type Setting } from '../place.ts';
import { type RunsToEnd, runToEnd } from '../run-to-end.ts';
import { compareSettings, damageTargets, photographSettings } from './damage.ts';
import { watchDoors } from './doors.ts';

/** A migration that follows its source, its cut-over, and a repair of what was taken away since, killed on its way. */
export async function runRepair(options: {
  seed: string;
  setting: Setting;
  rate: number;
  kills: { left: number };
  keep: string | null;
  say: (line: string) => void;
}): Promise<Migration> {
  const { seed, setting, rate, kills } = options;
  const startedAt = Date.now();
  await using place = await openFaultPlace(setting);
  const before = photographOthers(place);
  const { workspace } = setting;
  const random = createRandomFaults({ seed, rate, isQuick: workspace === 'small' });
  let look = () => {};
  const traffic = watchTraffic(place.sandbox.faults, {
    ...random,
    choose(request) {
      look();
      return random.choose(request);
    },
  });
  await makePlan(place, setting);
  follow(place, { withSettings: true });
  const phases: RunsToEnd[] = [];
  const findings: Finding[] = [];
  async function enter(
    name: string,
    args: (id: string) => readonly string[],
    { share = 0, mayFail = false } = {},
  ): Promise<boolean> {
    const budget = { left: Math.min(kills.left, share) };
    kills.left -= budget.left;
    const done = await runToEnd({
      ...{ ...options, place, traffic, workspace, kills: budget, seed: `${seed}/${name}` },
      argsOf: (id) => (id === null ? ['migrate', '--plan', 'plan.json'] : args(id)),
      id: phases[0]?.id ?? null,
      ...(mayFail && { patience: 0, mayFail }),
    });
    kills.left += budget.left;
    phases.push(done);
    findings.push(...done.findings);
    return done.isDone;
  }
  const verify = (id: string) => ['verify', '--migration', id];
  const resume = (id: string) => ['migrate', '--resume', id];
  let isDone =
    (await enter('migrate', resume)) &&
    (await enter('cutover', (id) => [
      'cutover',
      '--migration',
      id,
      '--yes',
      '--accept-excepted',
    ])) &&
    (await enter('verify', verify));
  let verified = 'not reached';
  const id = phases[0]?.id ?? null;
  if (isDone && id !== null) {
    const names = plannedIn(place);
    const items = await countItems(place, id);
    const photograph = photographSettings(place, names);
    const doors = watchDoors(place, names);
    ({ look } = doors);
    const repair = (one: string) => [...verify(one), '--repair'];
    const most = 4 * kills.left;
    for (let turn = 1; isDone && kills.left > 0 && turn <= most; turn += 1) {
      damageTargets(place, names);
      // Killed after it has noted what it repairs, its resume continues it; before, the next repair begins.
      await enter(`repair ${turn}`, repair, { share: 1, mayFail: true });
      isDone =
        (await enter(`resume ${turn}`, resume, { share: 1 })) && (await enter('repair', repair));
      options.say(`  repaired ${turn} times, ${kills.left} kills left`);
    }
    const end = await checkEnd(place, { before, id, environment: place.environment });
    ({ verified } = end);
    doors.look();
    findings.push(...end.findings, ...doors.findings(), ...findFilesLeft(place.folder));
    findings.push(...compareSettings(photograph, photographSettings(place, names)));
    const after = await countItems(place, id);
    if (after !== items)
      findings.push({ kind: 'lost', what: `verify looked at ${items} items, and now at ${after}` });
  }
  return {
    setting,
    kills: sumUp(phases, (one) => one.kills),
    requests: traffic.requests,
    faults: traffic.faults,
    ways: random.struck,
    resumes: phases.reduce((sum, one) => sum + one.resumes, 0),
    exits: sumUp(phases, (one) => one.exits),
    ...contentsOf(place),
    verified,
    findings,
    milliseconds: Date.now() - startedAt,
    people: null,
  };
}

async function countItems(place: FaultPlace, id: string): Promise<number> {
  const args = ['verify', '--migration', id, '--json'];
  const { stdout } = await place.runAlone(args, place.environment);
  return (JSON.parse(stdout) as { counts: { compared: number } }).counts.compared;
}

function sumUp(phases: readonly RunsToEnd[], of: (one: RunsToEnd) => Tally): Tally {
  const all: Tally = new Map();
  for (const phase of phases) for (const [name, times] of of(phase)) count(all, name, times);
  return all;
}
