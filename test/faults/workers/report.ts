import type { Finding } from '../census/finding.ts';
import { count, type Tally } from '../chance/traffic.ts';
import { table } from '../report.ts';
import type { Cut } from './cuts.ts';
import type { DatabaseAway } from './database-away.ts';
import type { LongQueue } from './long-queue.ts';
import type { SharedLimit } from './shared-limit.ts';

/** Describes what came out, for people, each pure. The last lines name what was wrong. */

export function databaseAwayLines(away: DatabaseAway): readonly string[] {
  const { workers, restarted, all, one, verified } = away;
  return [
    `processes           a coordinator and ${workers} workers`,
    `server restarted    nobody ended; all went on within ${seconds(restarted)}`,
    `all cut off         for ${seconds(all.lasted)}: ${writes(all)}`,
    `                    repositories were free for others after ${seconds(all.free)}; workers waited, the coordinator was resumed`,
    `                    all worked again ${seconds(all.recovery)} after the end`,
    `one cut off         about its repositories: ${writes(one)}`,
    `                    another had the first of them after ${seconds(one.free)}`,
    ...findingLines(away),
    `verify              ${verified}`,
    `time                ${Math.round(away.seconds)} s`,
  ];
}

export function sharedLimitLines(limit: SharedLimit): readonly string[] {
  const { processes, writing, minutes, allowed, sent, busiest, refused } = limit;
  return [
    `processes           ${processes} with one credential, ${writing} of which wrote`,
    `limit               ${allowed} content-creating requests a minute`,
    `sent                ${sent} in ${minutes} minutes: ${((100 * sent) / (minutes * allowed)).toFixed(1)} % of the limit`,
    `busiest minute      ${busiest}`,
    `refused             ${refused}`,
    ...findingLines(limit),
    `time                ${Math.round(limit.seconds)} s`,
  ];
}

export function longQueueLines(queue: LongQueue): readonly string[] {
  const { repositories, workers, migrated, memory } = queue;
  const sumOf = (what: 'repositories' | 'warm' | 'end') =>
    memory.reduce((sum, one) => sum + one[what], 0);
  const [worked, warm, end] = [sumOf('repositories'), sumOf('warm'), sumOf('end')];
  const all = { name: 'all together', repositories: worked, warm, end };
  const rows = [...memory, all].map(({ name, warm, end, repositories: own }) => [
    name,
    String(own),
    megabytes(warm),
    megabytes(end),
    `${((100 * (end - warm)) / warm).toFixed(1)} %`,
  ]);
  const header = ['resident memory in MB', 'repositories', '2nd tenth', 'last tenth', 'growth'];
  return [
    `repositories        ${repositories} queued; ${migrated} of them migrated, the others gone from the source`,
    `processes           a coordinator and ${workers} workers, each with one repository at a time`,
    ...findingLines(queue),
    `time                ${Math.round(queue.seconds)} s`,
    '',
    ...table(header, rows),
  ];
}

function writes({ writesBefore, lastWrite }: Cut): string {
  const last = lastWrite === 0 ? 'none' : `the last ${seconds(lastWrite)}`;
  return `${writesBefore} writes in the ten seconds before, ${last} after the cut`;
}

/** The section of docs/reliability.md. @param command what repeats it */
export function scenarioText(command: string, lines: readonly string[], date: Date): string {
  const day = date.toISOString().slice(0, 10);
  return [`\`${command}\`, ${day}`, '', '```text', ...lines, '```'].join('\n');
}

function findingLines({ findings }: { readonly findings: readonly Finding[] }): string[] {
  const kinds: Tally = new Map();
  for (const { kind } of findings) count(kinds, kind);
  const others = findings.length - (kinds.get('lost') ?? 0) - (kinds.get('doubled') ?? 0);
  return [
    `lost                ${kinds.get('lost') ?? 0}`,
    `doubled             ${kinds.get('doubled') ?? 0}`,
    `otherwise wrong     ${others}`,
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
