import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../document/figures.ts';
import type { Part, Section } from '../document/section.ts';
import type { PullRequestCommits } from '../hosts/pull-requests.ts';
import { runProcess, timed } from '../run-process.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import { reportUsage, type Usage } from '../usage.ts';
import { counted, type Place, withHosts } from './place.ts';
import { type PlainLoop, runPlainLoop } from './plain-loop.ts';
import { type CommentMode, commentModes, runProgram } from './program.ts';
import { perPullRequest, type RequestLine } from './request-line.ts';

const loopProcess = fileURLToPath(new URL('loop-process.ts', import.meta.url));
const count = 200;
/** Of runs whose processor time is measured, each with one without pull requests. */
const rounds = 5;
const creatingBounds = { threaded: 10.5, compact: 2.2, folded: 1.1 } as const;
const sourceBound = 3.1;
/** Of the loop, which converts, checks and stores nothing: 6.3 on a quiet machine. A guard against growth, a fifth above that. */
const processorBound = 7.5;

/** Measures the cost of pull requests in requests and processor time. */
export const pullRequests: Section = { name: 'pull-requests', title: 'Pull requests', measure };

const proseOfRequests = `
${count} pull requests with twelve comments each: four threads on lines with one reply each, and four in general. Most are
merged, and their branches gone; of one in twenty the source has the commits by their full hashes alone. Requests are counted by
the hosts and divided by the number of pull requests. *Creating* ones are POST of a repository, pull request, review,
comment or reply, of which GitHub takes 500 an hour; *changing* are all others that change the target, GraphQL among
them. The baseline sends one request for each pull request and each comment, finds out nothing, merges nothing and checks nothing.`;
const proseOfProcessor = `
Processor time is that of the program's own process, user and system together, without git, a pull request; the same run
without pull requests is taken off. The baseline's is that of the same loop, which neither converts nor checks what it sends. The time to
the last pull request is that of the whole run, with its history.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const { requests, figures } = await withHosts(processEnvironment, measureCosts);
  return [
    { prose: proseOfRequests, requests },
    { prose: proseOfProcessor, figures },
  ];
}

async function measureCosts(
  place: Place,
): Promise<{ requests: RequestLine[]; figures: readonly Figure[] }> {
  const slug = 'services';
  say(`${count} pull requests of twelve comments each ...`);
  const commits = await place.hostsProcess.ask({
    kind: 'add-pull-requests',
    slug,
    count,
    conversations: 'long',
  });
  const loop = await counted(place, 'one request a comment', async () => {
    await runPlainLoop({ ...place, slug, target: 'one-by-one', commits });
  });
  const requests = [
    perPullRequest(loop.counts, {
      name: 'one request a comment',
      pullRequests: count,
      bounds: null,
    }),
  ];
  for (const comments of commentModes) {
    const { counts } = await counted(place, comments, () =>
      bring(place, { slug, target: comments, comments }),
    );
    const bounds = { creating: creatingBounds[comments], readingSource: sourceBound };
    requests.push(perPullRequest(counts, { name: `\`${comments}\``, pullRequests: count, bounds }));
  }
  return { requests, figures: await measureRounds(place, { slug, commits }) };
}

async function measureRounds(
  place: Place,
  { slug, commits }: { slug: string; commits: readonly PullRequestCommits[] },
): Promise<readonly Figure[]> {
  const processor = { ours: [] as number[], baseline: [] as number[] };
  const time = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const loop = await loopAsProcess({ ...place, slug, target: `loop-${round}`, commits });
    time.baseline.push(loop.milliseconds);
    processor.baseline.push(loop.cpuMilliseconds / count);
    const without = await bring(place, { slug, target: `without-${round}`, comments: null });
    const target = `with-${round}`;
    const usage = await bring(place, { slug, target, comments: 'threaded' });
    time.ours.push(usage.milliseconds);
    processor.ours.push((usage.cpuMilliseconds - without.cpuMilliseconds) / count);
    const [ours, baseline] = [processor.ours, processor.baseline].map((all) =>
      all.at(-1)?.toFixed(1),
    );
    say(`processor time, round ${round}: ${ours} ms a pull request, in the loop ${baseline} ms`);
  }
  return [
    { name: 'processor time a pull request (threaded)', ...processor, bound: processorBound },
    { name: 'time to the last pull request (threaded)', ...time, bound: null },
  ];
}

/** A process as new as the program's, whose code is as little compiled. */
async function loopAsProcess({
  processEnvironment,
  hosts,
  slug,
  target,
  commits,
}: PlainLoop): Promise<Usage & { milliseconds: number }> {
  const folder = join(processEnvironment.folder, `${target}-process`);
  await mkdir(folder);
  const path = join(folder, 'loop.json');
  await writeFile(path, JSON.stringify({ processEnvironment, hosts, slug, target, commits }));
  const report = reportUsage(folder);
  const milliseconds = await timed(async () => {
    await runProcess({
      command: process.execPath,
      args: [...report.args, loopProcess, path],
      environment: { ...processEnvironment.environment, ...report.environment },
      folder,
    });
  });
  const usage = await report.read();
  await rm(folder, { recursive: true });
  return { ...usage, milliseconds };
}

async function bring(
  { processEnvironment, hosts }: Place,
  run: { slug: string; target: string; comments: CommentMode | null },
): Promise<Usage & { milliseconds: number }> {
  return runProgram({ processEnvironment, hosts, ...run });
}
