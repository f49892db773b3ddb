import type { Amount } from '../document/figures.ts';
import type { Section } from '../document/section.ts';
import { say } from '../surroundings.ts';
import { type Place, withHosts } from './place.ts';
import { runProgram } from './program.ts';

const few = 100;
const many = 10_000;

/** Measures the memory of the program for few and for many pull requests. */
export const memory: Section = {
  name: 'memory',
  title: 'Memory',
  measure: async (processEnvironment) => [
    { prose, amounts: await withHosts(processEnvironment, measureMemory) },
  ],
};

const prose = `
The most that the program's own process has held, git apart, while it migrated one repository whose pull requests have one comment
each and a thread with a reply in every fifth.`;

/** Peaks of both, and by how much they differ. */
async function measureMemory({
  processEnvironment,
  hostsProcess,
  hosts,
}: Place): Promise<Amount[]> {
  const peaks: number[] = [];
  for (const count of [few, many]) {
    const slug = `services-${count}`;
    const conversations = 'short';
    await hostsProcess.ask({ kind: 'add-pull-requests', slug, count, conversations });
    say(`the memory of ${count} pull requests ...`);
    const run = { processEnvironment, hosts, slug, target: slug, comments: 'threaded' } as const;
    const usage = await runProgram(run);
    say(`${Math.round(usage.peakMegabytes)} MB, ${Math.round(usage.milliseconds / 1000)} s`);
    peaks.push(usage.peakMegabytes);
  }
  const [small = 0, large = 0] = peaks;
  return [
    { name: `with ${few} pull requests`, unit: 'MB', samples: [small], bound: null },
    { name: `with ${many} pull requests`, unit: 'MB', samples: [large], bound: null },
    { name: 'difference of the two', unit: 'MB', samples: [large - small], bound: 60 },
  ];
}
