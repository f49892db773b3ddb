import type { Bench } from './results.ts';
import { amountTable, figureTable } from './tables.ts';

/** docs/benchmarks.md. */
export function benchmarkDocument({ migrating, startUp, discovery, machine, date }: Bench): string {
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

## Start-up

The bin file run directly by Node, with its compile cache filled. The baseline is \`node -e 0\`. \`status --list\` shows ten
migrations of fifty repositories each.

${figureTable(startUp)}

## Discovery

\`migrator discover\` on a workspace of 1,000 repositories. The baseline of its time sends the same requests one after
another and does nothing else; it runs within the bench and has no start-up.

${amountTable(discovery.amounts)}

${figureTable(discovery.figures)}
`;
}
