import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedRequest } from '../sandbox/network/request-log.ts';
import type { Part, Section } from './document/section.ts';
import { startHostsProcess } from './hosts/hosts-process.ts';
import type { Hosts } from './hosts/messages.ts';
import { openRest } from './migrating/rest.ts';
import { timed, timeProcess } from './run-process.ts';
import { launcher, type ProcessEnvironment, say } from './surroundings.ts';
import { reportUsage } from './usage.ts';

const rounds = 7;
const listed = 1000;

/** `migrator discover` on 1,000 repositories, against the same requests one after another and nothing else. */
export const discovery: Section = { name: 'discover', title: 'Discovery', measure };

const prose = `
\`migrator discover\` on a workspace of 1,000 repositories. The baseline of its time sends the same requests one after
another and does nothing else; it runs within the bench and has no start-up.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const { environment } = processEnvironment;
  say(`migrator discover with ${listed} repositories ...`);
  await using hostsProcess = startHostsProcess(environment);
  const folder = join(processEnvironment.folder, 'discovery-hosts');
  const hosts = await hostsProcess.ask({ kind: 'start', folder, groups: [], listed });
  const ours: number[] = [];
  const baseline: number[] = [];
  const requests: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const run = await discover(processEnvironment, hosts);
    const sent = await hostsProcess.ask({ kind: 'take-requests' });
    const again = await timed(() => repeat(hosts, sent));
    await hostsProcess.ask({ kind: 'take-requests' });
    if (round === 0) continue;
    ours.push(run.milliseconds);
    baseline.push(again);
    requests.push(sent.length);
    megabytes.push(run.megabytes);
  }
  const amounts = [
    { name: 'requests', unit: 'requests', samples: requests, bound: 12 },
    { name: 'peak memory', unit: 'MB', samples: megabytes, bound: 150 },
  ];
  return [{ prose, amounts, figures: [{ name: 'wall time', ours, baseline, bound: null }] }];
}

async function discover(
  { folder, environment }: ProcessEnvironment,
  hosts: Hosts,
): Promise<{ milliseconds: number; megabytes: number }> {
  const output = join(folder, 'inventory.json');
  const report = reportUsage(folder);
  const milliseconds = timeProcess({
    command: process.execPath,
    args: [
      ...report.args,
      launcher,
      'discover',
      '--workspace',
      hosts.workspace,
      '--output',
      output,
      '--force',
    ],
    environment: { ...environment, ...hosts.environment, ...report.environment },
    folder,
  });
  const inventory = JSON.parse(await readFile(output, 'utf8')) as { repositories: unknown[] };
  if (inventory.repositories.length !== listed) throw new Error('discover has missed repositories');
  return { milliseconds, megabytes: (await report.read()).peakMegabytes };
}

async function repeat(hosts: Hosts, requests: readonly RecordedRequest[]): Promise<void> {
  const { SRC_API_URL, SRC_USERNAME, SRC_API_TOKEN } = hosts.environment;
  const basic = Buffer.from(`${SRC_USERNAME}:${SRC_API_TOKEN}`).toString('base64');
  using rest = openRest();
  for (const { path, query } of requests) {
    const url = `${SRC_API_URL}${path}${query === '' ? '' : `?${query}`}`;
    await rest.send({ method: 'GET', url, authorization: `Basic ${basic}` });
  }
}
