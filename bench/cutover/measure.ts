import { join } from 'node:path';
import * as z from 'zod';
import type { Part, Section } from '../document/section.ts';
import { startHostsProcess } from '../hosts/hosts-process.ts';
import { repositoriesOf } from '../hosts/repositories.ts';
import { migrateAll, runCommand } from '../run-migration.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';

/** Milliseconds before each answer of either host. */
const latency = 50;
/** So many change after the last sync. */
const changing = 5;
const pullRequestsOfEach = 20;
const steps = ['lock', 'sync', 'settings', 'verify', 'open'] as const;

/** From the lock of the sources to open targets, for a company's wave. */
export const cutover: Section = { name: 'cutover', title: 'Cut-over', measure };

const prose = `
\`migrator cutover\` of 100 repositories from Bitbucket Cloud: ${changing} of them have ${pullRequestsOfEach} pull requests each, and got a commit and
a comment since the last sync. Both hosts answer after ${latency} ms and set no limits. Nobody can push from the lock until the
targets are open; the checks before need nobody to wait. Settings of repositories are not planned.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  const folder = join(processEnvironment.folder, 'cutover-hosts');
  const group = 'tiny-95';
  say('cut-over: adding 100 repositories ...');
  const hosts = await hostsProcess.ask({
    ...{ kind: 'start', folder, groups: [group], listed: 0 },
    ...{ toldLimit: 1_000_000, latency },
  });
  const changed = Array.from({ length: changing }, (_, index) => `busy-${index + 1}`);
  for (const slug of changed) {
    const many = { slug, count: pullRequestsOfEach, conversations: 'short' } as const;
    await hostsProcess.ask({ kind: 'add-pull-requests', ...many });
  }
  const environment = { SRC_ACCESS_TOKEN: hosts.administratorToken };
  const run = { name: 'cutover', processEnvironment, hosts, environment };
  const slugs = [...repositoriesOf(group).map(({ slug }) => slug), ...changed];
  say('cut-over: migrating them ...');
  const migration = await migrateAll(run, { slugs, follow: true });
  say('cut-over: syncing them ...');
  await runCommand(run, ['sync', '--migration', migration, '--plain']);
  const comments = await hostsProcess.ask({ kind: 'change-sources', slugs: changed });
  if (comments !== changing) throw new Error('a repository has no open pull request');
  await hostsProcess.ask({ kind: 'take-requests' });
  say('cut-over: switching them ...');
  const startedAt = performance.now();
  const { stdout } = await runCommand(run, [
    'cutover',
    '--migration',
    migration,
    '--yes',
    '--json',
  ]);
  const total = performance.now() - startedAt;
  const { milliseconds } = z
    .object({ milliseconds: z.record(z.enum(steps), z.number()) })
    .parse(JSON.parse(stdout));
  const requests = (await hostsProcess.ask({ kind: 'take-requests' })).length;
  return [{ prose, amounts: amountsOf(milliseconds, { total, requests }) }];
}

function amountsOf(
  took: Readonly<Record<(typeof steps)[number], number>>,
  { total, requests }: { total: number; requests: number },
) {
  const minutes = (name: string, milliseconds: number) => ({
    ...{ name, unit: 'min', samples: [milliseconds / 60_000], digits: 2, bound: null },
  });
  const lockToOpen = steps.reduce((sum, step) => sum + took[step], 0);
  return [
    minutes('lock to open', lockToOpen),
    ...steps.map((step) => minutes(`- ${step}`, took[step])),
    minutes('checks before, and start-up', total - lockToOpen),
    { name: 'requests', unit: 'requests', samples: [requests], bound: null },
  ];
}
