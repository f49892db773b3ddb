import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Part, Section } from '../document/section.ts';
import { type HostsProcess, startHostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts } from '../hosts/messages.ts';
import { type MigrationRun, migrateAll } from '../run-migration.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import { type BenchDatabase, startDatabase } from './database.ts';
import { startWorkers } from './worker-processes.ts';

/** Milliseconds before each answer of either host. */
const latency = 150;
const many = 80;
const pullRequestsOfEach = 2;
const processes = 4;

/** Measures the gain of more processes on one migration, and the cost of the database. */
export const workers: Section = { name: 'workers', title: 'Several processes', measure };

const prose = `
\`migrator migrate\` of ${many} repositories with ${pullRequestsOfEach} pull requests each, one repository at a time in each process. Both hosts
answer after ${latency} ms and set no limits. All processes, the database and both hosts share this machine: the share of its processor time is
what is left for more.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  say(`several processes: adding ${many} repositories ...`);
  const hosts = await hostsProcess.ask({
    ...{ kind: 'start', folder: join(processEnvironment.folder, 'workers-hosts') },
    ...{ groups: [], listed: 0, toldLimit: 1_000_000, latency },
  });
  const slugs = Array.from({ length: many }, (_, index) => `busy-${index + 1}`);
  for (const slug of slugs) {
    const added = { slug, count: pullRequestsOfEach, conversations: 'short' } as const;
    await hostsProcess.ask({ kind: 'add-pull-requests', ...added });
  }
  await using database = await startDatabase();
  const bench = { processEnvironment, hostsProcess, hosts, slugs };
  const alone = await timeRun(bench, { name: 'file', others: 0, database: null });
  const stored = await timeRun(bench, { name: 'database', others: 0, database });
  const together = await timeRun(bench, { name: 'together', others: processes - 1, database });
  return [
    {
      prose,
      figures: [
        {
          name: 'one process, state in PostgreSQL against the state folder',
          ...{ ours: [stored.milliseconds], baseline: [alone.milliseconds], bound: 1.15 },
        },
        {
          name: `${processes} processes against one, both in PostgreSQL`,
          ...{ ours: [together.milliseconds], baseline: [stored.milliseconds], bound: 1 / 3.4 },
        },
      ],
      amounts: [
        shareOf("the machine's processor time, one process", stored.share),
        shareOf(`the machine's processor time, ${processes} processes`, together.share),
      ],
    },
  ];
}

interface Bench {
  readonly processEnvironment: ProcessEnvironment;
  readonly hostsProcess: HostsProcess;
  readonly hosts: Hosts;
  readonly slugs: readonly string[];
}

/** Migrates all repositories, and removes them from the target again. */
async function timeRun(
  { processEnvironment, hostsProcess, hosts, slugs }: Bench,
  how: { name: string; others: number; database: BenchDatabase | null },
): Promise<{ milliseconds: number; share: number }> {
  const name = `workers-${how.name}`;
  const folder = join(processEnvironment.folder, name);
  await mkdir(folder, { recursive: true });
  const key = join(folder, 'marker.key');
  await writeFile(key, randomBytes(32).toString('hex'), { mode: 0o600 });
  const environment =
    how.database === null
      ? {}
      : {
          MIGRATOR_DATABASE_URL: await how.database.create(how.name),
          MIGRATOR_MARKER_KEY_FILE: key,
        };
  const run: MigrationRun = { name, processEnvironment, hosts, environment };
  await using _others = await startWorkers(run, how.others);
  say(`several processes: migrating with ${1 + how.others} (${how.name}) ...`);
  const before = processorTime();
  const startedAt = performance.now();
  await migrateAll(run, { slugs, workers: 1 });
  const milliseconds = performance.now() - startedAt;
  const after = processorTime();
  await hostsProcess.ask({ kind: 'remove-targets' });
  return { milliseconds, share: (after.busy - before.busy) / (after.all - before.all) };
}

/** Milliseconds of all processors since the machine was started. */
function processorTime(): { busy: number; all: number } {
  let busy = 0;
  let all = 0;
  for (const { times } of cpus()) {
    const total = times.user + times.nice + times.sys + times.idle + times.irq;
    all += total;
    busy += total - times.idle;
  }
  return { busy, all };
}

function shareOf(name: string, share: number) {
  return { name, unit: '%', samples: [100 * share], bound: null };
}
