import { join } from 'node:path';
import type { RecordedRequest } from '../../sandbox/network/request-log.ts';
import type { Part, Section } from '../document/section.ts';
import { type HostsProcess, startHostsProcess } from '../hosts/hosts-process.ts';
import { repositoriesOf } from '../hosts/repositories.ts';
import { type MigrationRun, migrateAll, runCommand } from '../run-migration.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import { reportUsage, type Usage } from '../usage.ts';

/** More would outgrow what the hosts' log keeps of requests. */
const rounds = 2;
/** Requests of a sync that do not grow with the repositories: accounts, organization, the list of the workspace. */
const fixedRequests = 20;

/** `migrator sync` where nothing has changed. */
export const sync: Section = { name: 'sync', title: 'Sync', measure };

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  return [await measureCloud(processEnvironment), await measureDataCenter(processEnvironment)];
}

const onCloud = `
\`migrator sync\` on 1,000 repositories of Bitbucket Cloud in which nothing has changed since they were migrated: the refs of both
sides and lists are read, and nothing is written. Processor time is that of the program itself, start-up included.`;

async function measureCloud(processEnvironment: ProcessEnvironment): Promise<Part> {
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  const folder = join(processEnvironment.folder, 'sync-hosts');
  const group = 'tiny';
  say('sync: adding 1,000 repositories ...');
  const hosts = await hostsProcess.ask({
    ...{ kind: 'start', folder, groups: [group], listed: 0 },
    toldLimit: 1_000_000,
  });
  const slugs = repositoriesOf(group).map(({ slug }) => slug);
  const run = { name: 'sync', processEnvironment, hosts };
  const measured = await measureSyncs(run, { hostsProcess, slugs });
  const many = slugs.length;
  return { prose: onCloud, amounts: amountsOf({ ...measured, many, restBound: 2 * many }) };
}

/** Repositories with so many pull requests each. */
const busy = { repositories: 5, pullRequests: 120 };

const onDataCenter = `
The same on a Data Center with 100 repositories, ${busy.repositories} of them with ${busy.pullRequests} pull requests each: one request for each, and one for every
hundred pull requests, because it cannot list only those that have changed.`;

async function measureDataCenter(processEnvironment: ProcessEnvironment): Promise<Part> {
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  const folder = join(processEnvironment.folder, 'sync-data-center');
  const group = 'tiny-95';
  say('sync: adding 100 repositories to a Data Center ...');
  const hosts = await hostsProcess.ask({
    ...{ kind: 'start', folder, groups: [group], listed: 0 },
    source: 'bitbucket-data-center',
  });
  const names = Array.from({ length: busy.repositories }, (_, index) => `busy-${index + 1}`);
  for (const slug of names) {
    const many = { slug, count: busy.pullRequests, conversations: 'short' } as const;
    await hostsProcess.ask({ kind: 'add-pull-requests', ...many });
  }
  const slugs = [...repositoriesOf(group).map(({ slug }) => slug), ...names];
  const run = { name: 'sync-data-center', processEnvironment, hosts };
  const measured = await measureSyncs(run, { hostsProcess, slugs });
  const pages = names.length * Math.ceil(busy.pullRequests / 100);
  const restBound = slugs.length + pages;
  return {
    prose: onDataCenter,
    amounts: amountsOf({ ...measured, many: slugs.length, restBound }),
  };
}

interface Measured {
  readonly usages: readonly Usage[];
  readonly requests: readonly (readonly RecordedRequest[])[];
}

async function measureSyncs(
  run: MigrationRun,
  given: { hostsProcess: HostsProcess; slugs: readonly string[] },
): Promise<Measured> {
  const { hostsProcess, slugs } = given;
  say(`${run.name}: migrating them ...`);
  const migration = await migrateAll(run, { slugs });
  const usages: Usage[] = [];
  const requests: (readonly RecordedRequest[])[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await hostsProcess.ask({ kind: 'take-requests' });
    usages.push(await syncAll(run, migration));
    requests.push(await hostsProcess.ask({ kind: 'take-requests' }));
    const cpu = Math.round(usages.at(-1)?.cpuMilliseconds ?? 0);
    say(`${run.name}, round ${round}: ${cpu} ms of processor`);
  }
  return { usages, requests };
}

function amountsOf(measured: Measured & { many: number; restBound: number }) {
  const { usages, many, restBound } = measured;
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
    { name: 'REST', unit: 'requests', samples: counts(isRest), bound: restBound + fixedRequests },
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
