import type { Finding } from '../census/finding.ts';
import { killPoint } from '../chance/kill-points.ts';
import { draw } from '../chance/random.ts';
import { createRandomFaults } from '../chance/random-faults.ts';
import { count, type Tally, watchTraffic } from '../chance/traffic.ts';
import { compareOthers, photographOthers } from '../others.ts';
import { openFaultPlace, settingOf } from '../place.ts';
import { crashesIn } from '../run-to-end.ts';
import { runUntil } from '../run-until.ts';
import { type Deed, doOne } from './deeds.ts';

export interface OthersResult {
  readonly seed: string;
  readonly kills: number;
  /** Deeds of people after kills. */
  readonly deeds: Tally;
  /** Ends of the runs after it, by their exit codes. */
  readonly exits: Tally;
  readonly findings: readonly Finding[];
}

/** Migrations that are killed once each; people change their targets before the resume, which must leave what they did. */
export async function runOthers(options: {
  readonly kills: number;
  readonly seed: string;
  /** How many migrations at a time. */
  readonly atOnce: number;
  readonly say: (line: string) => void;
}): Promise<OthersResult> {
  const { seed, atOnce, say } = options;
  const result = { deeds: new Map() as Tally, exits: new Map() as Tally };
  const findings: Finding[] = [];
  let kills = 0;
  let turns = 0;
  async function work(): Promise<void> {
    while (kills < options.kills) {
      const turn = turns;
      turns += 1;
      const tried = await tryOne(`${seed}/${turn}`, result.exits);
      if (tried === null) continue;
      kills += 1;
      count(result.deeds, tried.deed);
      findings.push(...tried.findings);
      for (const { what } of tried.findings) say(`${seed}/${turn}: ${what}`);
      say(`${kills} of ${options.kills}: killed at ${tried.killedAt}, ${tried.deed}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { seed, kills, ...result, findings };
}

/** @returns `null` where nothing was killed, or nothing was there to change */
async function tryOne(seed: string, exits: Tally) {
  const setting = settingOf({ seed, workspace: 'small', rate: 0, imports: false });
  await using place = await openFaultPlace(setting);
  const before = photographOthers(place);
  const traffic = watchTraffic(place.sandbox.faults, createRandomFaults({ seed, rate: 0 }));
  const point = killPoint({ seed, run: 0, workspace: 'small' });
  const args = ['migrate', '--plan', 'plan.json', '-vv'];
  const { killedAt } = await runUntil({ place, traffic, args, point });
  const deed: Deed | null = killedAt === null ? null : doOne(place, draw(seed, 'deed'));
  if (killedAt === null || deed === null) return null;
  const seen = deed.seen();
  const findings: Finding[] = [];
  for (const _ of ['resume', 'another resume']) {
    const run = await runUntil({ place, traffic, args, point: null });
    count(exits, String(run.code));
    findings.push(...crashesIn(run));
    // A branch of theirs, or refs that differ: the run must say so, whichever step it is that finds them.
    if (run.code !== 6)
      findings.push({ kind: 'stuck', what: `${deed.name}: ended with ${run.code}\n${run.stdout}` });
    if (deed.seen() !== seen)
      findings.push({
        kind: 'foreign',
        what: `${deed.name} after ${killedAt}: ${seen} is ${deed.seen()} now`,
      });
  }
  const planned = deed.name === 'rename' ? 2 : 1;
  findings.push(...compareOthers(place, before, planned));
  return { killedAt, deed: deed.name, findings };
}

export function othersLines({ kills, seed, deeds, exits, findings }: OthersResult): string[] {
  const tallied = (tally: Tally) =>
    [...tally].map(([name, times]) => `${name} ${times}`).join(', ');
  return [
    `${kills} kills with seed ${seed}; then people did: ${tallied(deeds)}`,
    `Resumes ended with: ${tallied(exits)}`,
    `${findings.filter(({ kind }) => kind === 'foreign').length} foreign touched, ${findings.length} findings in all`,
  ];
}
