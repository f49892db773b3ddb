import type { Amount } from '../document/figures.ts';
import type { Section } from '../document/section.ts';
import { say } from '../surroundings.ts';
import { counted, type Place, withHosts } from './place.ts';
import { runProgram } from './program.ts';

const few = 100;
const many = 10_000;

/** Measures what an archive for GitHub's importer costs, for few and for many pull requests. */
export const archives: Section = {
  name: 'archives',
  title: 'Archives',
  measure: async (processEnvironment) => [
    { prose, amounts: await withHosts(processEnvironment, measureArchives) },
  ],
};

const prose = `
\`migrate --engine archive --export\` of one repository whose pull requests have twelve comments each: the time of the whole run a
pull request, the most that the program's own process has held, and its requests to the target, which gets nothing.`;

async function measureArchives(place: Place): Promise<Amount[]> {
  const { processEnvironment, hostsProcess, hosts } = place;
  const amounts: Amount[] = [];
  const peaks: number[] = [];
  for (const count of [few, many]) {
    const slug = `archived-${count}`;
    await hostsProcess.ask({ kind: 'add-pull-requests', slug, count, conversations: 'long' });
    const run = { processEnvironment, hosts, slug, target: slug, engine: 'export' } as const;
    const { counts, result: usage } = await counted(place, `an archive of ${count}`, () =>
      runProgram({ ...run, comments: 'threaded' }),
    );
    const toTarget = counts.creating + counts.changing + counts.pushes + counts.readingTarget;
    say(`${Math.round(usage.peakMegabytes)} MB, ${Math.round(usage.milliseconds / 1000)} s`);
    peaks.push(usage.peakMegabytes);
    const named = { samples: [usage.milliseconds / count], unit: 'ms', digits: 1 };
    amounts.push(
      { ...named, name: `a pull request, of ${count}`, bound: null },
      { name: `memory with ${count}`, unit: 'MB', samples: [usage.peakMegabytes], bound: 300 },
      { name: `requests to the target with ${count}`, unit: '', samples: [toTarget], bound: 60 },
    );
  }
  const [small = 0, large = 0] = peaks;
  const difference = { name: 'difference in memory', unit: 'MB', samples: [large - small] };
  return [...amounts, { ...difference, bound: 60 }];
}
