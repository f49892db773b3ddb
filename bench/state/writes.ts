import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Amount } from '../document/figures.ts';
import { type HostsProcess, startHostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts } from '../hosts/messages.ts';
import { repositoriesOf } from '../hosts/repositories.ts';
import { runProgram } from '../pull-requests/program.ts';
import { runProcess, timed } from '../run-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';
import { reportUsage } from '../usage.ts';
import { timePlainCommit } from './plain-commit.ts';
import { planOf } from './store.ts';

const rounds = 3;
const pullRequests = 60;
/** Milliseconds. Those of the real hosts lie above it. */
const latency = 50;

interface Place {
  readonly processEnvironment: ProcessEnvironment;
  readonly hostsProcess: HostsProcess;
  readonly hosts: Hosts;
}

/** How much of a run is spent in its databases. Hosts without limits, so that the program writes as fast as it can. */
export async function measureWrites(processEnvironment: ProcessEnvironment): Promise<Amount[]> {
  return [
    ...(await measureAt(processEnvironment, latency)),
    ...(await measureAt(processEnvironment, 0)),
  ];
}

async function measureAt(
  processEnvironment: ProcessEnvironment,
  latency: number,
): Promise<Amount[]> {
  const folder = await mkdtemp(join(processEnvironment.folder, 'writes-'));
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  const hosts = await hostsProcess.ask({
    kind: 'start',
    folder: join(folder, 'hosts'),
    groups: ['small'],
    listed: 0,
    toldLimit: 1_000_000,
    latency,
  });
  const place = { processEnvironment: { ...processEnvironment, folder }, hostsProcess, hosts };
  const where = latency === 0 ? 'answers at once' : `answers after ${latency} ms`;
  const parts = [
    {
      what: 'small repositories',
      unit: 'commits a repository',
      bound: 150,
      ...(await small(place)),
    },
    {
      what: 'pull requests',
      unit: 'commits a pull request',
      bound: 75,
      ...(await withPullRequests(place)),
    },
  ];
  return parts.flatMap(({ what, unit, bound, runs, items }) => {
    const share = runs.map(({ state, wall }) => (100 * state) / wall);
    const commits = runs.map(({ state, plain }) => state / plain / items);
    const name = `in databases: ${what}, ${where}`;
    return [
      { name, unit: '%', samples: share, bound: null, digits: 2 },
      {
        name,
        unit,
        samples: commits,
        bound: latency === 0 ? null : bound,
        judged: 'median',
        digits: 1,
      },
    ];
  });
}

/** Milliseconds in databases, of the whole run, and of one plain commit. */
interface Run {
  readonly state: number;
  readonly wall: number;
  readonly plain: number;
}

interface Runs {
  readonly runs: readonly Run[];
  readonly items: number;
}

async function small({ processEnvironment, hostsProcess, hosts }: Place): Promise<Runs> {
  say('What the state costs while repositories are migrated ...');
  const { environment, folder } = processEnvironment;
  const slugs = repositoriesOf('small').map(({ slug }) => slug);
  const planFile = join(folder, 'plan.json');
  await writeFile(planFile, JSON.stringify(planOf(slugs, hosts)));
  const runs: Run[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const report = reportUsage(folder);
    const milliseconds = await timed(async () => {
      await runProcess({
        command: process.execPath,
        args: [...report.args, launcher, 'migrate', '--plan', planFile, '--plain'],
        environment: {
          ...environment,
          ...hosts.environment,
          ...report.environment,
          MIGRATOR_STATE_DIR: join(folder, `state${round}`),
        },
        folder,
      });
    });
    await hostsProcess.ask({ kind: 'remove-targets' });
    const { stateMilliseconds: state } = await report.read();
    const plain = timePlainCommit(await mkdtemp(join(folder, 'plain-')));
    if (round >= 0) runs.push({ state, wall: milliseconds, plain });
  }
  return { runs, items: slugs.length };
}

async function withPullRequests({ processEnvironment, hostsProcess, hosts }: Place): Promise<Runs> {
  say(`What it costs while ${pullRequests} pull requests are written ...`);
  const slug = 'recorded';
  await hostsProcess.ask({
    kind: 'add-pull-requests',
    slug,
    count: pullRequests,
    conversations: 'long',
  });
  const run = { processEnvironment, hosts, slug, target: slug, comments: 'threaded' } as const;
  const { milliseconds: wall, stateMilliseconds: state } = await runProgram(run);
  const plain = timePlainCommit(await mkdtemp(join(processEnvironment.folder, 'plain-')));
  return { runs: [{ state, wall, plain }], items: pullRequests };
}
