import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../src/core/kernel/clock.ts';
import { gitHubLimits } from '../src/core/network/rate-limit/limits.ts';
import {
  createMemoryRateLimitStore,
  type KeptRateLimitStore,
  type RateLimitStore,
} from '../src/core/network/rate-limit/rate-limit-store.ts';
import { createRateLimiter } from '../src/core/network/rate-limit/rate-limiter.ts';
import { createSqliteRateLimitStore } from '../src/core/state/sqlite/sqlite-rate-limit-store.ts';
import { createHandClock } from '../test/core/clocks.ts';
import {
  type Arrival,
  busiest,
  create,
  simulateWriting,
} from '../test/core/network/support/simulated-writing.ts';
import type { Amount, Figure } from './document/figures.ts';
import type { Part, Section } from './document/section.ts';
import { type ProcessEnvironment, say } from './surroundings.ts';

const hour = 3_600_000;
const hours = 4;
const contentAnHour = 500;
/** Milliseconds that the simulated host takes for a request. */
const answerTime = 700;
const costRounds = 7;
const requestsARound = 1000;

/** How much of GitHub's budget writers that share a state folder use, and what keeping to it costs. */
export const limits: Section = { name: 'limits', title: 'Limits', measure };

const prose = `
Processes that share a state folder and always have something to create on GitHub, for four hours by a clock of the
bench's own: how much of the 500 an hour each hour used, and how many more than documented lay in the busiest span of
each window. Then the time that it takes to let one request through and to note its answer in the state folder, against
the same kept in memory.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const amounts: Amount[] = [];
  for (const writers of [1, 4, 8])
    amounts.push(...(await writeForHours(processEnvironment, writers)));
  const { figure, amount } = await measureCost(processEnvironment);
  return [{ prose, amounts: [...amounts, amount], figures: [figure] }];
}

async function writeForHours({ folder }: ProcessEnvironment, writers: number): Promise<Amount[]> {
  say(`${writers} simulated processes that write for ${hours} hours ...`);
  const stateFolder = await mkdtemp(join(folder, 'limits-'));
  const clock = createHandClock(Date.UTC(2026, 10, 20, 12));
  const begun = clock.now();
  const stores = Array.from({ length: writers }, () => openStore(stateFolder, clock));
  const arrivals = await simulateWriting({
    writers: stores.map((store) => ({
      store,
      next: () => ({ request: create, milliseconds: answerTime }),
    })),
    limits: gitHubLimits,
    clock,
    milliseconds: hours * hour,
  });
  for (const store of stores) store.close();
  const used = Array.from({ length: hours }, (_, index) => {
    const from = begun + index * hour;
    const inHour = arrivals.filter(({ at }) => at >= from && at < from + hour);
    return (100 * inHour.length) / contentAnHour;
  });
  const who = writers === 1 ? 'one process' : `${writers} processes`;
  return [
    { name: `budget used, ${who}`, unit: '%', samples: used, bound: 95, isLeast: true },
    { name: `too many, ${who}`, unit: 'requests', samples: excesses(arrivals), bound: 0 },
  ];
}

/** By window: how many more than documented lay in its busiest span. */
function excesses(arrivals: readonly Arrival[]): number[] {
  return gitHubLimits.windows.map((window) =>
    Math.max(0, busiest(arrivals, window) - window.limit),
  );
}

async function measureCost({
  folder,
}: ProcessEnvironment): Promise<{ figure: Figure; amount: Amount }> {
  say('What it costs to let one request through ...');
  const stateFolder = await mkdtemp(join(folder, 'limits-cost-'));
  const durable = openStore(stateFolder, systemClock);
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = -1; round < costRounds; round += 1) {
    const memory = await timeRequests(createMemoryRateLimitStore(), round);
    const shared = await timeRequests(durable, round);
    if (round < 0) continue;
    baseline.push(memory);
    ours.push(shared);
  }
  durable.close();
  return {
    figure: { name: 'durable against in memory', ours, baseline, bound: null },
    amount: {
      name: 'one request let through and noted',
      unit: 'µs',
      samples: ours.map((milliseconds) => 1000 * milliseconds),
      bound: 1000,
      judged: 'median',
    },
  };
}

/** Milliseconds a request, at a pace that never has to wait. */
async function timeRequests(store: RateLimitStore, round: number): Promise<number> {
  let now = Date.UTC(2026, 10, 20) + (round + 1) * requestsARound * 7500;
  const clock = { now: () => now, sleep: systemClock.sleep };
  const limits = gitHubLimits;
  const rateLimiter = createRateLimiter({
    key: 'h k',
    host: 'h',
    limits,
    store,
    clock,
    onWait: mustNotWait,
  });
  const startedAt = performance.now();
  for (let sent = 0; sent < requestsARound; sent += 1) {
    now += 7500;
    const entered = await rateLimiter.enter(create);
    await entered.leave({ answered: true, budget: null, limit: null });
  }
  return (performance.now() - startedAt) / requestsARound;
}

function mustNotWait(): never {
  throw new Error('a request had to wait, which would be measured as work');
}

function openStore(
  stateFolder: string,
  clock: Parameters<typeof createSqliteRateLimitStore>[0]['clock'],
): KeptRateLimitStore {
  return createSqliteRateLimitStore({
    stateFolder,
    clock,
    pid: process.pid,
    isProcessAlive: () => true,
    warn(message) {
      throw new Error(message);
    },
  });
}
