import * as z from 'zod';
import type { RunEvent } from '../../src/core/ports/records/events.ts';
import type { RepositorySync } from '../../src/core/ports/records/run-results.ts';
import {
  counts,
  failure,
  flag,
  migration,
  names,
  number,
  numberOrNull,
  service,
  source,
  step,
  target,
  text,
  textOrNull,
  texts,
  time,
} from './common.ts';

type Type = RunEvent['type'];

/** An event as it is written: moments are ISO 8601. */
type Written<T extends Type> =
  Extract<RunEvent, { type: T }> extends infer E
    ? E extends { until: number }
      ? Omit<E, 'until'> & { readonly until: string }
      : E
    : never;

const progress = z.object({
  done: number,
  total: numberOrNull,
  unit: z.enum(['refs', 'objects', 'bytes', 'percent', 'pull requests', 'state']),
  what: text,
});
const optionalNumber = numberOrNull.exactOptional();

const pullRequestCounts = z.object({
  ...{ total: number, changed: number, comments: number, images: number, placeholders: number },
  renamed: number.exactOptional(),
  leftUnchanged: number.exactOptional(),
});

export const repositorySync = z.object({
  refs: z.object({ created: number, moved: number, deleted: number }),
  lfsObjects: number,
  pullRequests: z.object({ created: number, changed: number, comments: number }).nullable(),
  data: texts,
  outdated: z.object({ refs: number, pullRequests: number }).exactOptional(),
  left: z.array(
    z.object({
      kind: z.enum(['conflict', 'refused', 'foreign', 'note']),
      subject: text,
      reason: text,
      hint: text.exactOptional(),
    }),
  ),
}) satisfies z.ZodType<RepositorySync>;

const outcome = z.enum(['succeeded', 'skipped', 'failed']);
const expectedWork = {
  ...{ sizeBytes: optionalNumber, pullRequests: optionalNumber, requests: optionalNumber },
  steps: number.exactOptional(),
};
const inRepository = { repository: text };
const inStep = { repository: text, step };
const scanned = { repositories: number, known: number, requests: number };

/** Every event, by its type; one that is missing, or has another shape in the program, fails to compile. */
export const events = {
  'run-started': z.object({
    type: z.literal('run-started'),
    migration,
    source,
    target,
    repositories: z.array(
      z.object({
        ...names,
        ...expectedWork,
      }),
    ),
    workers: number,
    resumed: flag,
    kind: z.literal('sync').exactOptional(),
    earlier: z
      .array(
        z.object({
          ...{ ...names, outcome, refs: numberOrNull, webUrl: textOrNull, reason: textOrNull },
          ...expectedWork,
        }),
      )
      .exactOptional(),
  }),
  'preflight-started': z.object({
    type: z.literal('preflight-started'),
    checks: texts,
    mayHaveWritten: z.literal(true).exactOptional(),
  }),
  'preflight-note': z.object({ type: z.literal('preflight-note'), message: text }),
  'preflight-finished': z.object({
    type: z.literal('preflight-finished'),
    problems: z.array(failure),
  }),
  processes: z.object({ type: z.literal('processes'), working: number }),
  'repository-started': z.object({
    type: z.literal('repository-started'),
    ...inRepository,
    target: text,
    process: z.object({ pid: number, hostname: text }).exactOptional(),
  }),
  'step-started': z.object({
    type: z.literal('step-started'),
    ...inStep,
    stepsDone: number.exactOptional(),
  }),
  'step-progress': z.object({ type: z.literal('step-progress'), ...inStep, progress }),
  'step-finished': z.object({
    type: z.literal('step-finished'),
    ...inStep,
    outcome: z.enum(['done', 'skipped']),
    summary: text,
  }),
  'repository-warning': z.object({
    type: z.literal('repository-warning'),
    ...inRepository,
    message: text,
  }),
  'repository-finished': z.object({
    type: z.literal('repository-finished'),
    ...inRepository,
    target: text,
    outcome,
    refs: numberOrNull,
    lfsObjects: numberOrNull,
    pullRequests: pullRequestCounts.nullable(),
    sync: repositorySync.exactOptional(),
    webUrl: textOrNull,
    reason: textOrNull,
    failure: failure.nullable(),
    milliseconds: z.number(),
  }),
  waiting: z.object({
    type: z.literal('waiting'),
    repository: textOrNull,
    host: text,
    service: service.exactOptional(),
    reason: text,
    until: time,
    limit: text.exactOptional(),
  }),
  'run-held': z.object({ type: z.literal('run-held'), held: flag }),
  'repository-queued': z.object({ type: z.literal('repository-queued'), ...inRepository }),
  'discovery-progress': z.object({
    type: z.literal('discovery-progress'),
    found: number,
    total: numberOrNull,
  }),
  'deep-look-planned': z.object({
    type: z.literal('deep-look-planned'),
    ...scanned,
    pullRequests: numberOrNull,
    accuracy: z.enum(['exact', 'about', 'at-least']),
    isUnlimited: z.literal(true).exactOptional(),
  }),
  'deep-look-progress': z.object({
    type: z.literal('deep-look-progress'),
    ...{ looked: number, repositories: number, pullRequests: number },
    conversations: z.object({ read: number, total: number }).nullable(),
  }),
  'secret-look-planned': z.object({
    type: z.literal('secret-look-planned'),
    ...scanned,
    accuracy: z.enum(['exact', 'at-least']),
  }),
  'secret-look-progress': z.object({
    type: z.literal('secret-look-progress'),
    ...{ looked: number, repositories: number, names: number },
  }),
  'settings-scan-planned': z.object({
    type: z.literal('settings-scan-planned'),
    ...scanned,
    perRepository: number,
  }),
  'settings-scan-progress': z.object({
    type: z.literal('settings-scan-progress'),
    ...{ scanned: number, repositories: number },
  }),
  'scaffold-planned': z.object({
    type: z.literal('scaffold-planned'),
    ...{ repositories: number, secrets: number, requests: number, writes: number },
    isLimited: flag,
  }),
  'scaffold-progress': z.object({
    type: z.literal('scaffold-progress'),
    ...{ done: number, total: number, made: number },
    isLook: flag,
  }),
  log: z.object({
    type: z.literal('log'),
    level: z.enum(['error', 'warn', 'info', 'debug', 'trace']),
    message: text,
    fields: z.record(text, z.unknown()).exactOptional(),
  }),
  'run-finished': z.object({
    type: z.literal('run-finished'),
    kind: z.literal('sync').exactOptional(),
    migration,
    status: z.enum(['completed', 'completed_with_failures', 'failed', 'paused']),
    counts,
    milliseconds: z.number(),
  }),
} satisfies { readonly [T in Type]: z.ZodType<Written<T>> };
