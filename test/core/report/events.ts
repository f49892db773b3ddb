import type { Failure } from '../../../src/core/kernel/errors.ts';
import type { RunEvent, TimedEvent } from '../../../src/core/ports/records/events.ts';

/** Noon of a day in milliseconds since 1970: when the events of these tests begin. */
export const noon = Date.UTC(2026, 10, 20, 12);

export function at(event: RunEvent, milliseconds = 0): TimedEvent {
  return { ...event, at: noon + milliseconds };
}

export function failure(change: Partial<Failure> = {}): Failure {
  return {
    code: 'refused',
    message: 'acme/api was refused',
    hint: 'Allow it.',
    retry: 'no',
    detail: null,
    ...change,
  };
}

export function started(...sources: readonly string[]): TimedEvent {
  return at({
    type: 'run-started',
    migration: 'mig_000000000001',
    source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
    target: { organization: 'acme' },
    repositories: sources.map((source) => ({ source, target: source })),
    workers: 2,
    resumed: false,
  });
}

/** After a run that has finished `api` and skipped `old`. */
export function resumed(...sources: readonly string[]): TimedEvent {
  const known = { refs: null, webUrl: null, reason: null };
  return {
    ...(started(...sources) as Extract<TimedEvent, { type: 'run-started' }>),
    resumed: true,
    earlier: [
      { ...known, source: 'api', target: 'api', outcome: 'succeeded', refs: 3 },
      { ...known, source: 'old', target: 'old', outcome: 'skipped', reason: 'it is there' },
    ],
  };
}

type Finished = Extract<RunEvent, { type: 'repository-finished' }>;

export function finished(repository: string, change: Partial<Finished> = {}): TimedEvent {
  return at({
    type: 'repository-finished',
    repository,
    target: repository,
    outcome: 'succeeded',
    refs: 3,
    lfsObjects: null,
    pullRequests: null,
    webUrl: null,
    reason: null,
    failure: null,
    milliseconds: 1500,
    ...change,
  });
}

export function failed(repository: string, change: Partial<Failure> = {}): TimedEvent {
  return finished(repository, { outcome: 'failed', refs: null, failure: failure(change) });
}

export function ended(
  counts: { succeeded: number; skipped: number; failed: number },
  status: Extract<RunEvent, { type: 'run-finished' }>['status'] = 'completed',
): TimedEvent {
  return at(
    { type: 'run-finished', migration: 'mig_000000000001', status, counts, milliseconds: 90_000 },
    90_000,
  );
}
