import { join } from 'node:path';
import type { RecordedRequest } from '../../sandbox/network/request-log.ts';
import { startHostsProcess } from '../hosts/hosts-process.ts';
import { repositoriesOf } from '../hosts/repositories.ts';
import { type MigrationRun, migrateAll, runCommand } from '../run-migration.ts';
import type { Part, Section } from '../section.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import { reportUsage, type Usage } from '../usage.ts';

/** More would outgrow what the hosts' log keeps of requests. */
const rounds = 2;
/** Requests of a sync that do not grow with the repositories: accounts, organization, the list of the workspace. */
const fixedRequests = 20;

/** `migrator sync` on a thousand repositories in which nothing has changed. */
export const sync: Section = { name: 'sync', title: 'Sync', measure };

const prose = `
\`migrator sync\` on 1,000 repositories of Bitbucket Cloud in which nothing has changed since they were migrated: the refs of both
sides and lists are read, and nothing is written. Processor time is that of the program itself, start-up included.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  const folder = join(processEnvironment.folder, 'sync-hosts');
  const group = 'tiny';
  say('sync: adding 1,000 repositories ...');
  const hosts = await hostsProcess.ask({
    ...{ kind: 'start', folder, groups: [group], listed: 0 },
    toldLimit: 1_000_000,
  });
  const slugs = repositoriesOf(group).map(({ slug }) => slug);
  say('sync: migrating them ...');
  const run = { name: 'sync', processEnvironment, hosts };
  const migration = await migrateAll(run, { slugs });
  const usages: Usage[] = [];
  const requests: (readonly RecordedRequest[])[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await hostsProcess.ask({ kind: 'take-requests' });
    usages.push(await syncAll(run, migration));
    requests.push(await hostsProcess.ask({ kind: 'take-requests' }));
    say(`sync, round ${round}: ${Math.round(usages.at(-1)?.cpuMilliseconds ?? 0)} ms of processor`);
  }
  return [{ prose, amounts: amountsOf({ usages, requests, many: slugs.length }) }];
}

function amountsOf(measured: {
  usages: readonly Usage[];
  requests: readonly (readonly RecordedRequest[])[];
  many: number;
}) {
  const { usages, many } = measured;
  const counts = (wanted: (request: RecordedRequest) => boolean) =>
    measured.requests.map((one) => one.filter(wanted).length);
  const isGit = ({ host }: RecordedRequest) => host.endsWith('-git');
  const isRest = ({ host }: RecordedRequest) => host === 'bitbucket' || host === 'github';
  const isWrite = (one: RecordedRequest) =>
    one.method !== 'GET' && !one.path.endsWith('/graphql') && (isGit(one) || isRest(one));
  const cpu = usages.map(({ cpuMilliseconds }) => (cpuMilliseconds / many) * 100);
  const memory = usages.map(({ peakMegabytes }) => peakMegabytes);
  return [
    { name: 'lists of refs', unit: 'requests', samples: counts(isGit), bound: 2 * many },
    { name: 'REST', unit: 'requests', samples: counts(isRest), bound: 2 * many + fixedRequests },
    { name: 'writes', unit: 'requests', samples: counts(isWrite), bound: 0 },
    { name: 'processor time a hundred repositories', unit: 'ms', samples: cpu, bound: 3000 },
    { name: 'peak memory', unit: 'MB', samples: memory, bound: null },
  ];
}

async function syncAll(run: MigrationRun, migration: string): Promise<Usage> {
  const report = reportUsage(run.processEnvironment.folder);
  const { stdout } = await runCommand(run, ['sync', '--migration', migration, '--plain'], report);
  if (!/repositories: [\d,]+ unchanged\.\n$/.test(stdout)) throw new Error(stdout.slice(-500));
  return report.read();
}
