import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import type { Finding } from '../census/finding.ts';
import { type Member, startCrew } from './crew.ts';
import { ofRepositories, openSharedPlace, type SharedPlace } from './shared-place.ts';

/** Describes what a long queue costs the processes that work through it. */
export interface LongQueue {
  readonly repositories: number;
  readonly workers: number;
  readonly migrated: number;
  readonly memory: readonly Memory[];
  readonly findings: readonly Finding[];
  readonly seconds: number;
}

/** Of one process. */
interface Memory {
  readonly name: string;
  /** That it has worked on. */
  readonly repositories: number;
  /** Resident bytes while the second tenth of the queue was worked through, and the last. */
  readonly warm: number;
  readonly end: number;
}

/** One of so many is there to be migrated; the others go from the source once all are queued. */
const share = 100;
/** Milliseconds between two looks. */
const interval = 1000;
/**
 * How much of their memory processes may have gained between the second tenth and the last: all together, and each by itself,
 * whose memory goes up and down with its collections of garbage.
 */
const mostGrowth = { together: 0.05, each: 0.2 };
const pageBytes = 4096;

/**
 * Many processes work through a long queue, and their memory is watched. Nearly all of its repositories are gone from the source
 * when their turn comes: each is taken, claimed, asked for, told and ended, and Git does not take hours.
 */
export async function runLongQueue(options: {
  readonly workers: number;
  readonly repositories: number;
  readonly keep: string | null;
  readonly say: (line: string) => void;
}): Promise<LongQueue> {
  const { workers, repositories, keep, say } = options;
  const startedAt = performance.now();
  // Hosts without limits of requests: Cloud grants 10,000 an hour at most.
  const source = 'bitbucket-data-center';
  await using place = await openWorkplace({ source, limits: { github: 'none' } });
  await using shared = await openSharedPlace(place);
  say(`  adding ${repositories} repositories ...`);
  const slugs = Array.from({ length: repositories }, (_, index) => `empty-${index + 1}`);
  for (const slug of slugs) await place.sandbox.bitbucket.addRepository({ slug });
  place.write('plan.json', place.plan(...slugs));
  const findings: Finding[] = [];
  const { DST_GIT_URL } = place.sandbox.environment;
  const server = {
    DST_ENTERPRISE_URL: DST_GIT_URL,
    DST_API_URL: undefined,
    DST_GIT_URL: undefined,
  };
  const environment = { ...shared.environment, ...server };
  const crew = startCrew(
    // Some of its repositories failed.
    { ...{ place, environment, exits: new Map(), findings, keep, say }, final: [0, 6] },
    workers,
    { atOnce: 1, flags: [] },
  );
  await letMostGo(place, shared);
  const members = [crew.coordinator, ...crew.others];
  const samples = await watch({ shared, members, repositories, say });
  await crew.coordinator.done;
  const worked = await shared.ask(
    `SELECT hostname, count(*)::integer AS many FROM migrator.claim WHERE ${ofRepositories} GROUP BY hostname`,
  );
  const migrated = await countEnded(shared, "status = 'succeeded'");
  const ended = migrated + (await countEnded(shared, "status = 'failed'"));
  for (const one of crew.others) one.leave();
  await Promise.all(crew.others.map(({ done }) => done));
  const memory = members.map(({ name }, index) => ({
    name,
    repositories: Number(worked.find(({ hostname }) => hostname === `${name}-0`)?.many ?? 0),
    warm: medianOf(samples, index, [0.1, 0.2]),
    end: medianOf(samples, index, [0.9, 1]),
  }));
  const sum = (when: 'warm' | 'end') => memory.reduce((all, one) => all + one[when], 0);
  for (const { name, warm, end, most } of [
    ...memory.map((one) => ({ ...one, most: mostGrowth.each })),
    { name: 'all together', warm: sum('warm'), end: sum('end'), most: mostGrowth.together },
  ])
    if (end > (1 + most) * warm)
      findings.push({ kind: 'wrong', what: `${name} grew from ${warm} to ${end} bytes` });
  if (migrated < Math.floor(repositories / share) || ended !== repositories)
    findings.push({ kind: 'lost', what: `${migrated} were migrated, ${ended} came to an end` });
  const seconds = (performance.now() - startedAt) / 1000;
  return { repositories, workers, migrated, memory, findings, seconds };
}

/** From now on the source does not know most of them, once all are queued. */
async function letMostGo({ sandbox }: Workplace, { ask }: SharedPlace): Promise<void> {
  while ((await ask('SELECT FROM migrator.run')).length === 0) await wait(100);
  sandbox.faults.decide(({ host, target }) => {
    const number = /\/empty-(\d+)/.exec(target)?.[1];
    const isGone = host === 'bitbucket' && number !== undefined && Number(number) % share !== 0;
    return isGone ? { kind: 'status', status: 404, body: '{"type":"error"}' } : null;
  });
}

async function countEnded({ ask }: Pick<SharedPlace, 'ask'>, condition: string): Promise<number> {
  const [row = { many: 0 }] = await ask(
    `SELECT count(*)::integer AS many FROM migrator.repository WHERE ${condition}`,
  );
  return Number(row.many);
}

/** Bytes of each member when so many repositories had ended. */
interface Sample {
  readonly ended: number;
  readonly bytes: readonly number[];
}

async function watch(options: {
  readonly shared: Pick<SharedPlace, 'ask'>;
  readonly members: readonly Member[];
  readonly repositories: number;
  readonly say: (line: string) => void;
}): Promise<readonly Sample[]> {
  const { shared, members, repositories, say } = options;
  const samples: Sample[] = [];
  let over = false;
  void members[0]?.done.then(() => {
    over = true;
  });
  let told = 0;
  while (!over) {
    await wait(interval);
    const many = await countEnded(shared, "status IN ('succeeded', 'failed', 'skipped')");
    const ended = many / repositories;
    samples.push({ ended, bytes: members.map(({ pid }) => residentOf(pid)) });
    if (ended - told < 0.1) continue;
    told = ended;
    say(`  ${many} of ${repositories} ...`);
  }
  return samples;
}

/** Bytes; 0 for one that is gone. */
function residentOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}

/** Of a member while this share of the queue had ended. */
function medianOf(
  samples: readonly Sample[],
  member: number,
  [from, to]: readonly [number, number],
): number {
  const bytes = samples
    .filter(({ ended }) => ended >= from && ended <= to)
    .map((one) => one.bytes[member] ?? 0)
    .filter((one) => one > 0)
    .sort((one, other) => one - other);
  return bytes[Math.floor(bytes.length / 2)] ?? 0;
}
