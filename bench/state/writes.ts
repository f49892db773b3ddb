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
  const bound = latency === 0 ? null : 3;
  return [
    { name: `in databases: small repositories, ${where}`, bound, ...(await small(place)) },
    { name: `in databases: pull requests, ${where}`, bound, ...(await withPullRequests(place)) },
  ];
}

type Share = Omit<Amount, 'name' | 'bound'>;

async function small({ processEnvironment, hostsProcess, hosts }: Place): Promise<Share> {
  say('What the state costs while repositories are migrated ...');
  const { environment, folder } = processEnvironment;
  const slugs = repositoriesOf('small').map(({ slug }) => slug);
  const planFile = join(folder, 'plan.json');
  await writeFile(planFile, JSON.stringify(planOf(slugs, hosts)));
  const samples: number[] = [];
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
    const { stateMilliseconds } = await report.read();
    if (round >= 0) samples.push((100 * stateMilliseconds) / milliseconds);
  }
  return { unit: '%', samples, judged: 'median', digits: 2 };
}

async function withPullRequests({
  processEnvironment,
  hostsProcess,
  hosts,
}: Place): Promise<Share> {
  say(`What it costs while ${pullRequests} pull requests are written ...`);
  const slug = 'recorded';
  await hostsProcess.ask({
    kind: 'add-pull-requests',
    slug,
    count: pullRequests,
    conversations: 'long',
  });
  const run = { processEnvironment, hosts, slug, target: slug, comments: 'threaded' } as const;
  const { milliseconds, stateMilliseconds } = await runProgram(run);
  const samples = [(100 * stateMilliseconds) / milliseconds];
  return { unit: '%', samples, digits: 2 };
}
