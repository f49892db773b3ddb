import type { Finding } from '../census/finding.ts';
import { findProcessesLeft } from '../census/leftovers.ts';
import { type KillPoint, killPoint } from '../chance/kill-points.ts';
import { draw, pick } from '../chance/random.ts';
import { createRandomFaults } from '../chance/random-faults.ts';
import { count, type Tally, type Traffic, watchTraffic } from '../chance/traffic.ts';
import { checkEnd, contentsOf, type Migration, makePlan } from '../migration.ts';
import { photographOthers } from '../others.ts';
import { openFaultPlace, type Setting } from '../place.ts';
import { type Member, startCrew } from './crew.ts';
import { newestId, openSharedPlace } from './shared-place.ts';
import { watchTakeOvers } from './take-overs.ts';

/** Milliseconds after which it is killed at the latest: those who wait for the claims of a lost machine request nothing. */
const longestPause = 8000;
/** Milliseconds within which a process is to work on what a killed one has left. */
const longestTakeOver = 60_000;

/** One migration that several processes share, any of which is killed and started again until the migration has come to its end. */
export async function runShared(options: {
  seed: string;
  setting: Setting;
  rate: number;
  workers: number;
  kills: { left: number };
  keep: string | null;
  say: (line: string) => void;
}): Promise<Migration> {
  const { seed, setting, rate, workers, say } = options;
  const startedAt = Date.now();
  await using place = await openFaultPlace(setting);
  await using shared = await openSharedPlace(place);
  const before = photographOthers(place);
  // Limits for a minute bring all processes to a halt, and those who take over with them.
  const random = createRandomFaults({ seed, rate, isQuick: true });
  const traffic = watchTraffic(place.sandbox.faults, random);
  await makePlan(place, setting);
  const exits: Tally = new Map();
  const findings: Finding[] = [];
  const keep = options.keep === null ? null : `${options.keep}/${seed.replaceAll('/', '-')}`;
  const environment = { ...place.environment, ...shared.environment };
  const crew = startCrew({ place, environment, exits, findings, keep, say }, workers);
  const { coordinator, others } = crew;
  const over = new AbortController();
  const takeOvers = watchTakeOvers(shared.ask);
  const killing = killAtRandom({
    ...{ ...options, traffic, takeOvers, members: [coordinator, ...others] },
    over: over.signal,
  });
  await coordinator.done;
  over.abort();
  const { kills, coordinatorKills } = await killing;
  const { taken, left } = await takeOvers.end();
  for (const one of others) one.leave();
  await Promise.all(others.map(({ done }) => done));
  findings.push(...(await findProcessesLeft(place.folder)));
  for (const source of left) {
    findings.push({ kind: 'stuck', what: `nobody has taken over ${source}` });
  }
  for (const { source, milliseconds } of taken) {
    if (milliseconds <= longestTakeOver) continue;
    const what = `${source} was taken over after ${Math.round(milliseconds)} ms only`;
    findings.push({ kind: 'stuck', what });
  }
  const id = await newestId(shared);
  const end = await checkEnd(place, { before, id, environment: coordinator.environment() });
  return {
    setting,
    kills,
    requests: traffic.requests,
    faults: traffic.faults,
    ways: random.struck,
    resumes: coordinatorKills,
    exits,
    ...contentsOf(place),
    verified: end.verified,
    findings: [...findings, ...end.findings],
    milliseconds: Date.now() - startedAt,
    people: null,
    shared: { coordinatorKills, takeOvers: taken },
  };
}

async function killAtRandom(options: {
  readonly seed: string;
  readonly setting: Setting;
  readonly kills: { left: number };
  readonly members: readonly Member[];
  readonly traffic: Traffic;
  readonly takeOvers: Pick<ReturnType<typeof watchTakeOvers>, 'killed'>;
  readonly over: AbortSignal;
}): Promise<{ readonly kills: Tally; readonly coordinatorKills: number }> {
  const { seed, setting, members, traffic, takeOvers, over } = options;
  const { workspace } = setting;
  const kills: Tally = new Map();
  let coordinatorKills = 0;
  for (let turn = 0; options.kills.left > 0; turn += 1) {
    await reached(killPoint({ seed, run: turn, workspace }), traffic, over);
    if (over.aborted) break;
    const victim = pick(members, draw(seed, 'victim', turn));
    const { pid } = victim;
    if (pid === undefined) continue;
    options.kills.left -= 1;
    count(kills, traffic.moment());
    // The coordinator is started again where it was; of eight killed workers one is lost with its machine.
    const isCoordinator = victim === members[0];
    if (isCoordinator) coordinatorKills += 1;
    const isLost = !isCoordinator && draw(seed, 'machine', turn) < 1 / 8;
    victim.kill(isLost);
    const { taken } = await takeOvers.killed(pid);
    // Those who take over from a lost machine are left alone meanwhile: how long they take is to be seen.
    if (isLost)
      await Promise.race([
        taken,
        new Promise((resolve) => over.addEventListener('abort', resolve)),
      ]);
  }
  return { kills, coordinatorKills };
}

/** Resolves at the point, counted from now; when nothing has happened for long; or once it is over. */
function reached(point: KillPoint, traffic: Traffic, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timers = [setTimeout(end, longestPause)];
    let forget = () => {};
    function end(): void {
      for (const timer of timers) clearTimeout(timer);
      forget();
      over.removeEventListener('abort', end);
      resolve();
    }
    over.addEventListener('abort', end);
    if (over.aborted) end();
    else if (point.after === 'start') timers.push(setTimeout(end, point.milliseconds));
    else {
      const { after, count: more, milliseconds } = point;
      forget = traffic.after(after, more, () => {
        if (milliseconds === 0) end();
        else timers.push(setTimeout(end, milliseconds));
      });
    }
  });
}
