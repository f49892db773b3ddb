import type { Amount } from '../document/figures.ts';
import type { Section } from '../document/section.ts';
import { say } from '../surroundings.ts';
import { counted, type Place, withHosts } from './place.ts';
import { runProgram } from './program.ts';

const count = 10_000;

/** Measures whole migrations by the importer, from the first request to the last comparison. */
export const imports: Section = {
  name: 'imports',
  title: 'Imports',
  measure: async (processEnvironment) => [
    { prose, amounts: await withHosts(processEnvironment, measureImport, hosts) },
    {
      prose: proseOfMany,
      amounts: await withHosts(processEnvironment, measureMany, { ...hosts, importState }),
    },
  ],
};

const hosts = { source: 'bitbucket-data-center', hasGithubLimits: true } as const;

const repositories = 100;
const ofEach = 20;
/** Milliseconds, of three states. */
const importState = 60_000;

const proseOfMany = `
${repositories} repositories of a Data Center with ${ofEach} pull requests of twelve comments each, in one migration with one worker, within the same limits.
Each import takes at least ${(3 * importState) / 60_000} minutes: all of them one after the other would take ${(repositories * 3 * importState) / 3_600_000} hours.`;

const prose = `
\`migrate --engine archive\` of one repository of a Data Center with ${count.toLocaleString('en-US')} pull requests of twelve comments each, within all
limits that GitHub documents: reading, archive, upload, import, and the comparison of each review and comment. The embedded importer
takes no time of its own; GitHub's takes minutes to hours, without requests. The comparison holds all that was sent and all that arrived. By requests such a repository would need
ten content-creating ones for each pull request, of which GitHub takes 500 an hour.`;

async function measureMany(place: Place): Promise<Amount[]> {
  const { processEnvironment, hostsProcess, hosts } = place;
  const slugs = Array.from({ length: repositories }, (_, at) => `queued-${at + 1}`);
  for (const slug of slugs) {
    const asked = { slug, count: ofEach, conversations: 'long' } as const;
    await hostsProcess.ask({ kind: 'add-pull-requests', ...asked });
  }
  const [slug = '', ...others] = slugs;
  const { counts, result: usage } = await counted(place, `${repositories} imports`, () =>
    runProgram({
      ...{ processEnvironment, hosts, slug, target: slug, others },
      ...{ comments: 'threaded', engine: 'import' },
    }),
  );
  const most = await hostsProcess.ask({ kind: 'most-imports' });
  const minutes = usage.milliseconds / 60_000;
  const requests = counts.creating + counts.changing + counts.pushes + counts.readingTarget;
  return [
    { name: 'whole run', unit: 'min', samples: [minutes], bound: 30, digits: 1 },
    {
      ...{ name: 'imports under way at once', unit: '' },
      ...{ samples: [most], bound: repositories, isLeast: true },
    },
    {
      ...{ name: 'requests to the target a repository, verification among them', unit: '' },
      ...{ samples: [requests / repositories], bound: 60, digits: 1 },
    },
    { name: 'memory', unit: 'MB', samples: [usage.peakMegabytes], bound: 300 },
  ];
}

async function measureImport(place: Place): Promise<Amount[]> {
  const { processEnvironment, hostsProcess, hosts } = place;
  const slug = 'imported';
  await hostsProcess.ask({ kind: 'add-pull-requests', slug, count, conversations: 'long' });
  const { counts, result: usage } = await counted(place, `an import of ${count}`, () =>
    runProgram({
      ...{ processEnvironment, hosts, slug, target: slug },
      ...{ comments: 'threaded', engine: 'import' },
    }),
  );
  const minutes = usage.milliseconds / 60_000;
  say(`${Math.round(usage.peakMegabytes)} MB, ${minutes.toFixed(1)} minutes`);
  const changing = counts.creating + counts.changing + counts.pushes;
  return [
    { name: 'whole run', unit: 'min', samples: [minutes], bound: 60, digits: 1 },
    { name: 'memory', unit: 'MB', samples: [usage.peakMegabytes], bound: 500 },
    { name: 'content-creating requests', unit: '', samples: [counts.creating], bound: 0 },
    {
      ...{ name: 'requests that change the target, and GraphQL', unit: '' },
      ...{ samples: [changing], bound: null },
    },
    { name: 'other reads of the target', unit: '', samples: [counts.readingTarget], bound: null },
  ];
}
