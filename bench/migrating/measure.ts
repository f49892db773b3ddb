import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, sums } from '../figures.ts';
import { type HostsProcess, startHostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts } from '../hosts/messages.ts';
import { type Group, groups, repositoriesOf } from '../hosts/repositories.ts';
import { timed } from '../run-process.ts';
import type { Part, Section } from '../section.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import type { Contestant } from './contest.ts';
import { runPlainLoop } from './plain-loop.ts';
import { runProgram } from './program.ts';
import { countByKind, requireSame } from './same-requests.ts';

const bound = 1.1;
const rounds = 5;

interface Contest {
  readonly processEnvironment: ProcessEnvironment;
  readonly hostsProcess: HostsProcess;
  readonly hosts: Hosts;
}

/** The program against the plain loop, group by group and in turns; the first round is not counted. */
export const migrating: Section = { name: 'migrating', title: 'Migrating', measure };

const prose = `
The embedded hosts run on loopback, without limits, in a process of their own. Ours is \`migrator migrate --workers 1 --no-pull-requests\`,
start-up and checks included. The baseline is a loop that, for each repository, makes the target by the same REST
requests (the bench counts them and stops if they differ), clones with \`git clone --mirror\` and a stored credential,
pushes branches and tags, and compares \`git ls-remote\` of both sides; it runs within the bench and has no start-up.
Small: 60 commits, 8 refs and 200 kB each. Many-ref: 2,000 refs each. Large: 110 MB each, of 3,000 commits on text and
70 files that nothing can compress. Every round goes to fresh targets.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const { folder, environment } = processEnvironment;
  await using hostsProcess = startHostsProcess(environment);
  say('Making the repositories ...');
  const hosts = await hostsProcess.ask({
    kind: 'start',
    folder: join(folder, 'migrating-hosts'),
    groups,
    listed: 0,
  });
  const contest = { processEnvironment, hostsProcess, hosts };
  const figures: Figure[] = [];
  for (const group of groups) figures.push(await measureGroup(contest, group));
  const together = {
    name: 'all three together',
    ours: sums(figures.map(({ ours }) => ours)),
    baseline: sums(figures.map(({ baseline }) => baseline)),
    bound,
  };
  return [{ prose, figures: [...figures, together] }];
}

async function measureGroup(contest: Contest, group: Group): Promise<Figure> {
  const repositories = repositoriesOf(group).map(({ slug }) => slug);
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const loop = await once(contest, group, `loop${round}`, runPlainLoop);
    const program = await once(contest, group, `program${round}`, runProgram);
    requireSame(program.requests, loop.requests);
    say(
      `${group}, round ${round}: ${Math.round(program.milliseconds)} ms, the loop ${Math.round(loop.milliseconds)} ms`,
    );
    if (round === 0) continue;
    ours.push(program.milliseconds);
    baseline.push(loop.milliseconds);
  }
  return { name: `${group} (${repositories.length})`, ours, baseline, bound: null };
}

async function once(
  { processEnvironment, hostsProcess, hosts }: Contest,
  group: Group,
  suffix: string,
  contestant: Contestant,
): Promise<{ milliseconds: number; requests: string[] }> {
  const { environment } = processEnvironment;
  const folder = join(processEnvironment.folder, `${group}-${suffix}`);
  await mkdir(folder);
  const repositories = repositoriesOf(group).map(({ slug }) => slug);
  await hostsProcess.ask({ kind: 'take-requests' });
  const milliseconds = await timed(() =>
    contestant({ hosts, repositories, suffix, folder, environment }),
  );
  const requests = await hostsProcess.ask({ kind: 'take-requests' });
  const made = await hostsProcess.ask({ kind: 'remove-targets' });
  if (made !== repositories.length) throw new Error(`${suffix}: ${made} targets were made`);
  await rm(folder, { recursive: true });
  return { milliseconds, requests: countByKind(requests, suffix) };
}
