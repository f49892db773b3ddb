import type { Bench } from './results.ts';
import { amountTable, figureTable, requestTable } from './tables.ts';

/** docs/benchmarks.md. */
export function benchmarkDocument(bench: Bench): string {
  const { migrating, startUp, discovery, pullRequests, limits, machine, date } = bench;
  return `# Benchmarks

\`npm run bench\` has written this page; nothing in it is written by hand.

Measured on ${date.toISOString().slice(0, 10)}: ${machine.cores} cores (${machine.processor}), ${machine.memoryGigabytes} GB of memory, ${machine.system}, Node ${machine.node}, git ${machine.git}.

Times are multiples of a baseline that was measured in the same run, in turns with ours; 1.00 is the median of the
baseline, whose own time and spread stand at the end of each line. A bound belongs to the median. A figure that misses
its bound is marked, and the bench then ends with exit code 1.

## Migrating

The embedded hosts run on loopback, without limits, in a process of their own. Ours is \`migrator migrate --workers 1\`,
start-up and checks included. The baseline is a loop that, for each repository, makes the target by the same REST
requests (the bench counts them and stops if they differ), clones with \`git clone --mirror\` and a stored credential,
pushes branches and tags, and compares \`git ls-remote\` of both sides; it runs within the bench and has no start-up.
Small: 60 commits, 8 refs and 200 kB each. Many-ref: 2,000 refs each. Large: 110 MB each, of 3,000 commits on text and
70 files that nothing can compress. Every round goes to fresh targets.

${figureTable(migrating)}

## Pull requests

200 pull requests with twelve comments each: four threads on lines with one reply each, and four in general. Most are
merged, and their branches gone; of one in twenty the source has the commits by their full hashes alone. Requests are counted by
the hosts and divided by the number of pull requests. *Creating* ones are POST of a repository, pull request, review,
comment or reply, of which GitHub takes 500 an hour; *changing* are all others that change the target, GraphQL among
them. The baseline sends one request for each pull request and each comment, finds out nothing, merges nothing and checks nothing.

${requestTable(pullRequests.requests)}

Processor time is that of the program's own process, user and system together, without git; the same run without pull
requests is taken off, and the bound belongs to the median. Memory is the most that the program's own process has
held, with one comment a pull request and a thread with a reply in every fifth.

${amountTable(pullRequests.amounts)}

## Start-up

The bin file run directly by Node, with its compile cache filled. The baseline is \`node -e 0\`. \`status --list\` shows ten
migrations of fifty repositories each.

${figureTable(startUp)}

## Discovery

\`migrator discover\` on a workspace of 1,000 repositories. The baseline of its time sends the same requests one after
another and does nothing else; it runs within the bench and has no start-up.

${amountTable(discovery.amounts)}

${figureTable(discovery.figures)}

## Limits

Processes that share a state folder and always have something to create on GitHub, for four hours by a clock of the
bench's own: how much of the 500 an hour each hour used, and how many more than documented lay in the busiest span of
each window. Then the time that it takes to let one request through and to note its answer in the state folder, against
the same kept in memory.

${amountTable(limits.amounts)}

${figureTable(limits.figures)}
`;
}
