/**
 * Measures the program against plain baselines, prints the tables and writes docs/benchmarks.md.
 * Ends with 1 if a figure misses its bound. Names of sections as arguments run these alone and write nothing.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureDiscovery } from './discover.ts';
import { benchmarkDocument } from './document.ts';
import { measureLimits } from './limits.ts';
import { describeMachine } from './machine.ts';
import { measureMigrating } from './migrating/measure.ts';
import { measurePullRequests } from './pull-requests/measure.ts';
import { missed, type Results } from './results.ts';
import { measureStartUp } from './start-up.ts';
import { plainEnvironment, type Surroundings, say } from './surroundings.ts';
import { amountTable, figureTable, requestTable } from './tables.ts';

const migratingRounds = 5;
const document = new URL('../docs/benchmarks.md', import.meta.url);

const folder = await mkdtemp(join(tmpdir(), 'migrator-bench-'));
try {
  const surroundings = { folder, environment: plainEnvironment(folder) };
  const sections = process.argv.slice(2);
  const results = await measure(surroundings, sections);
  show(results);
  const misses = missed(results);
  if (misses.length > 0) say(`Missed: ${misses.join(', ')}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
  if (sections.length === 0) {
    const machine = await describeMachine(surroundings.environment);
    await writeFile(document, benchmarkDocument({ ...results, machine, date: new Date() }));
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function measure(surroundings: Surroundings, sections: readonly string[]): Promise<Results> {
  const wants = (name: string) => sections.length === 0 || sections.includes(name);
  return {
    startUp: wants('start-up') ? await measureStartUp(surroundings) : [],
    discovery: wants('discover')
      ? await measureDiscovery(surroundings)
      : { figures: [], amounts: [] },
    pullRequests: wants('pull-requests')
      ? await measurePullRequests(surroundings)
      : { requests: [], amounts: [] },
    limits: wants('limits') ? await measureLimits(surroundings) : { figures: [], amounts: [] },
    migrating: wants('migrating') ? await measureMigrating(surroundings, migratingRounds) : [],
  };
}

function show({ migrating, startUp, discovery, pullRequests, limits }: Results): void {
  if (startUp.length > 0) console.log(`\nStart-up\n\n${figureTable(startUp)}`);
  if (discovery.amounts.length > 0) {
    console.log(
      `\nDiscovery\n\n${amountTable(discovery.amounts)}\n\n${figureTable(discovery.figures)}`,
    );
  }
  if (pullRequests.amounts.length > 0) {
    console.log(
      `\nPull requests\n\n${requestTable(pullRequests.requests)}\n\n${amountTable(pullRequests.amounts)}`,
    );
  }
  if (limits.amounts.length > 0) {
    console.log(`\nLimits\n\n${amountTable(limits.amounts)}\n\n${figureTable(limits.figures)}`);
  }
  if (migrating.length > 0) console.log(`\nMigrating\n\n${figureTable(migrating)}`);
}
