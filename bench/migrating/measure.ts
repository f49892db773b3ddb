import { join } from 'node:path';
import { type Figure, sums } from '../document/figures.ts';
import type { Part, Section } from '../document/section.ts';
import { startHostsProcess } from '../hosts/hosts-process.ts';
import { type Group, repositoriesOf } from '../hosts/repositories.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import { measureHuge } from './huge.ts';
import { type Contest, once } from './once.ts';
import { runPlainLoop } from './plain-loop.ts';
import { runProgram } from './program.ts';
import { requireSame } from './same-requests.ts';

const rounds = 5;

/** Measures that count towards all three together, with the bounds. */
const bounds = [
  ['small', 0.85],
  ['many-ref', 0.85],
  ['large', 0.85],
] as const satisfies readonly (readonly [Group, number])[];
const boundOfAll = 0.8;

/** The program against the plain loop, group by group and in turns; the first round is not counted. */
export const migrating: Section = { name: 'migrating', title: 'Migrating', measure };

const prose = (looks: number) => `
The embedded hosts run on loopback, without limits, in a process of their own. Ours is \`migrator migrate --workers 1 --no-pull-requests\`,
start-up and checks included. The baseline is a loop that, for each repository, makes the target by the same REST
requests (the bench counts them and stops if they differ), clones with \`git clone --mirror\` and a stored credential,
pushes branches and tags, and compares \`git ls-remote\` of both sides; it runs within the bench and has no start-up. Before it
writes, the program also looks whether the name still leads to the repository that it has created: up to ${looks} requests for each
repository, which the loop does without.
Small: 60 commits, 8 refs and 200 kB each. Many-ref: 2,000 refs each. Large: 110 MB each, of 3,000 commits on text and
70 files that nothing can compress. Every round goes to fresh targets. In large ones both sides hash the same 110 MB as in the
loop, at once and on two cores that the hosts share: that is most of what is left, and more cores would show less.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const { folder, environment } = processEnvironment;
  await using hostsProcess = startHostsProcess(environment);
  say('Making the repositories ...');
  const hosts = await hostsProcess.ask({
    kind: 'start',
    folder: join(folder, 'migrating-hosts'),
    groups: [...bounds.map(([group]) => group), 'huge'],
    listed: 0,
  });
  const contest = { processEnvironment, hostsProcess, hosts };
  const figures: Figure[] = [];
  let looks = 0;
  for (const [group, bound] of bounds) {
    const measured = await measureGroup(contest, group, bound);
    figures.push(measured.figure);
    looks = Math.max(looks, measured.looks);
  }
  const together = {
    name: 'all three together',
    ours: sums(figures.map(({ ours }) => ours)),
    baseline: sums(figures.map(({ baseline }) => baseline)),
    bound: boundOfAll,
  };
  return [{ prose: prose(looks), figures: [...figures, together] }, await measureHuge(contest)];
}

/** @returns `looks`: requests that only the program sends, for each repository */
async function measureGroup(
  contest: Contest,
  group: Group,
  bound: number,
): Promise<{ readonly figure: Figure; readonly looks: number }> {
  const repositories = repositoriesOf(group).map(({ slug }) => slug);
  const ours: number[] = [];
  const baseline: number[] = [];
  let looks = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const loop = await once(contest, { group, suffix: `loop${round}`, contestant: runPlainLoop });
    const program = await once(contest, {
      group,
      suffix: `program${round}`,
      contestant: runProgram,
    });
    looks = requireSame(program.requests, loop.requests) / repositories.length;
    say(
      `${group}, round ${round}: ${Math.round(program.milliseconds)} ms, the loop ${Math.round(loop.milliseconds)} ms`,
    );
    if (round === 0) continue;
    ours.push(program.milliseconds);
    baseline.push(loop.milliseconds);
  }
  const figure = { name: `${group} (${repositories.length})`, ours, baseline, bound };
  return { figure, looks };
}
