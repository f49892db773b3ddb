import type { Machine } from '../machine.ts';
import { type Part, type Section, tablesOf } from './section.ts';

const introduction = `# Benchmarks

\`npm run bench\` has written this page, a section at a time; nothing in it is written by hand.

Times are multiples of a baseline that was measured in the same run, in turns with ours; 1.00 is the median of the
baseline, whose own time and spread stand at the end of each line. A bound belongs to the median. A figure that misses
its bound is marked, and the bench then ends with exit code 1.`;

/** One section of docs/benchmarks.md. */
export function sectionText(
  { title }: Section,
  { parts, machine, date }: { parts: readonly Part[]; machine: Machine; date: Date },
): string {
  const paragraphs = parts.flatMap((part) => [part.prose.trim(), ...tablesOf(part)]);
  return [`## ${title}`, ...paragraphs, measuredOn(machine, date)].join('\n\n');
}

/** docs/benchmarks.md with some of its sections rewritten, the others as they were. Pure. */
export function benchmarkDocument(options: {
  before: string;
  sections: readonly Section[];
  /** By title. */
  texts: ReadonlyMap<string, string>;
}): string {
  const known = new Map(
    options.before
      .split(/^(?=## )/m)
      .map((text) => [/^## (.*)/.exec(text)?.[1] ?? '', text.trim()] as const),
  );
  const texts = options.sections.flatMap(
    ({ title }) => options.texts.get(title) ?? known.get(title) ?? [],
  );
  return `${[introduction, ...texts].join('\n\n')}\n`;
}

function measuredOn(machine: Machine, date: Date): string {
  const { cores, processor, memoryGigabytes, system, node, git } = machine;
  return `Measured on ${date.toISOString().slice(0, 10)}: ${cores} cores (${processor}), ${memoryGigabytes} GB of memory, ${system}, Node ${node}, git ${git}.`;
}
