import type { TimedEvent } from '../ports/records/events.ts';

/** Describes what is counted while a command runs. Numbers alone: no names, addresses or texts. */
export interface TelemetryCounts {
  readonly repositories_found: number | null;
  readonly repositories_succeeded: number | null;
  readonly repositories_skipped: number | null;
  readonly repositories_failed: number | null;
  readonly pull_requests: number | null;
  readonly comments: number | null;
  readonly workers: number | null;
  readonly preflight_problems: number | null;
}

export const nothingCounted: TelemetryCounts = {
  repositories_found: null,
  repositories_succeeded: null,
  repositories_skipped: null,
  repositories_failed: null,
  pull_requests: null,
  comments: null,
  workers: null,
  preflight_problems: null,
};

/** Pure. */
export function count(counts: TelemetryCounts, event: TimedEvent): TelemetryCounts {
  switch (event.type) {
    case 'discovery-progress':
      return { ...counts, repositories_found: event.found };
    case 'preflight-finished':
      return { ...counts, preflight_problems: event.problems.length };
    case 'run-started':
      return { ...counts, workers: event.workers };
    case 'repository-finished': {
      const { total = 0, comments = 0 } = event.pullRequests ?? {};
      return {
        ...counts,
        pull_requests: (counts.pull_requests ?? 0) + total,
        comments: (counts.comments ?? 0) + comments,
      };
    }
    case 'run-finished':
      return {
        ...counts,
        repositories_succeeded: event.counts.succeeded,
        repositories_skipped: event.counts.skipped,
        repositories_failed: event.counts.failed,
      };
    default:
      return counts;
  }
}

/** Where the program runs, as far as it says so. */
export interface TelemetryMachine {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly architecture: string;
}

/** Describes what a command came to. */
export interface TelemetryEnd {
  readonly command: string;
  readonly exitCode: number;
  readonly milliseconds: number;
}

/** Everything that is sent, field by field as docs/telemetry.md describes it. Pure. */
export function telemetryPayload(options: {
  /** Chosen at random when something is first sent; `null`: not chosen yet. */
  installation: string | null;
  machine: TelemetryMachine;
  end: TelemetryEnd;
  counts: TelemetryCounts;
}) {
  const { installation, machine, end, counts } = options;
  return {
    schema: 1,
    installation,
    version: machine.version,
    node: machine.node,
    platform: machine.platform,
    architecture: machine.architecture,
    command: end.command,
    exit_code: end.exitCode,
    milliseconds: Math.round(end.milliseconds),
    ...counts,
  };
}

export type TelemetryPayload = ReturnType<typeof telemetryPayload>;
