import * as z from 'zod';
import type { MigrationReport } from '../../src/core/commands/status/migration-report.ts';
import { toDoKinds } from '../../src/core/report/summary/to-dos.ts';
import { reachedWords, stages } from '../../src/core/verbs/cutover/targets-reached.ts';
import { verdicts } from '../../src/core/verbs/verify/findings/difference.ts';
import {
  facts,
  failure,
  flag,
  migration,
  names,
  number,
  numberOrNull,
  repositoryStatus,
  service,
  source,
  step,
  target,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
} from './common.ts';
import { repositorySync } from './events.ts';

const shownStatus = z.enum([
  'pending',
  'running',
  'paused',
  'interrupted',
  'completed',
  'completed_with_failures',
  'failed',
  'cancelled',
]);
const overview = {
  migration,
  status: shownStatus.describe('interrupted: its process was killed'),
  source,
  target,
  createdAt: time,
  updatedAt: time,
};
const states = z.object({
  ...{ succeeded: number, skipped: number, failed: number },
  ...{ running: number, waiting: number, pending: number },
});
const percent = z.int().min(0).max(100);
const syncState = z.object({
  outcome: z.enum(['synced', 'partly', 'failed', 'skipped']),
  reason: textOrNull,
  syncedAt: timeOrNull,
  triedAt: time,
});
const progress = z.object({ done: number, total: numberOrNull, unit: text, what: text });

const stage = z
  .enum(stages)
  .nullable()
  .describe('How far a cut-over or a rollback has come; null where the status tells all');

const toDo = z
  .array(
    z.object({
      kind: z.enum(toDoKinds),
      repositories: texts.describe('Empty: it is of the organization'),
      text,
      fix: textOrNull,
    }),
  )
  .describe('Left to people, by cause; empty while a run works on it');
const targets = z
  .object({
    repositories: number,
    created: number,
    rolledBack: number,
    unlocking: number.describe('A rollback was ended before it unlocked them'),
    locked: number,
    opening: number.describe('A cut-over was ended while it opened them'),
    opened: number,
  })
  .describe('How far the cut-over and a rollback have come');
const lockedSince = timeOrNull.describe(
  'When a cut-over that has not finished locked its first repository',
);

const status = {
  ...overview,
  stage,
  pausedSince: timeOrNull.describe('When a person paused it'),
  percent: percent.describe('Of the work by its cost; what failed or was rolled back is not done'),
  counts: states.describe('Repositories by their status'),
  ...{ targets, lockedSince },
  milliseconds: z.number().nullable().describe('Of the last run, without pauses'),
  millisecondsLeft: numberOrNull.describe('null while nobody can tell'),
  limitedBy: textOrNull.describe('What at least half of the working repositories wait for'),
  waiting: z
    .object({ host: text, service: service.exactOptional(), reason: text, until: time })
    .nullable(),
  pullRequests: z.object({
    done: number,
    total: numberOrNull.describe('null while some are uncounted'),
    comments: number,
  }),
  failures: z
    .array(z.object({ ...failure.shape, repositories: texts }))
    .describe('By cause, with the sources of each'),
  toDo,
  repositories: z.array(
    z.object({
      ...names,
      status: repositoryStatus,
      refs: numberOrNull,
      webUrl: textOrNull,
      reason: textOrNull.describe('Why it was skipped'),
      failure: failure.nullable(),
      step: step.nullable().describe('While it is worked on'),
      progress: progress.nullable().describe('While it is worked on'),
      pullRequests: numberOrNull,
      sync: syncState.nullable(),
      rolledBack: flag,
      startedAt: timeOrNull,
      finishedAt: timeOrNull,
    }),
  ),
} satisfies { readonly [K in keyof MigrationReport]: z.ZodType<unknown> };

const settingOutcome = z.object({
  note: textOrNull,
  hint: textOrNull,
  differs: z.unknown(),
  kind: text,
  name: text,
  state: z
    .enum(['equal', 'written', 'short', 'missing', 'kept', 'waiting', 'refused'])
    .describe('short: it is there, and does less than the plan wants, as note says'),
  found: z.unknown().exactOptional(),
  foreseen: z
    .literal(true)
    .exactOptional()
    .describe('Of a dry run: nothing was sent, and GitHub will refuse it'),
});

/** Results of commands that migrate, follow and compare. */
export const results = {
  status: z.object({ type: z.literal('status'), ...status }),
  'status-list': z.object({
    type: z.literal('status-list'),
    migrations: z.array(
      z.object({
        ...overview,
        percent: percent.describe('The same as status --migration has'),
        counts: states,
        reached: z
          .enum(reachedWords)
          .nullable()
          .describe('Set where a cut-over or a rollback has come to its end'),
        ...{ stage, targets, lockedSince },
      }),
    ),
  }),
  'status-repository': z.object({
    type: z.literal('status-repository'),
    ...{ ...names, status: repositoryStatus, failure: failure.nullable(), webUrl: textOrNull },
    steps: z.array(z.object({ name: step, status: text, summary: textOrNull })),
    pullRequests: z.array(
      z.object({
        source: number,
        target: numberOrNull.describe('null while it is unknown whether it was created'),
        url: textOrNull,
        state: textOrNull,
        isPlaceholder: flag,
        isDone: flag,
        comments: numberOrNull,
        changes: texts,
        leftImages: texts,
      }),
    ),
  }),
  'dry-run': z.object({
    type: z.literal('dry-run'),
    repositories: z.array(
      z.object({
        ...names,
        action: text.describe('create, replace, skip, done, blocked, …'),
        visibility: text,
        sizeBytes: numberOrNull,
        imported: facts.exactOptional(),
        largeFiles: facts
          .exactOptional()
          .describe('With large_files: rewrite; the figures are those of an inventory.'),
      }),
    ),
    problems: number,
    accepted: z
      .array(
        z.object({
          ...{ check: text, repository: textOrNull, by: text, reason: text, message: text },
        }),
      )
      .exactOptional(),
    imported: facts.exactOptional(),
    names: facts.exactOptional(),
    forecast: facts.nullable().exactOptional(),
    settings: facts.nullable().exactOptional(),
    pipelines: facts.exactOptional(),
  }),
  'nothing-to-do': z.object({
    type: z.literal('nothing-to-do'),
    migration,
    status: text,
    stage,
    targets,
    hint: text,
  }),
  cancelled: z.object({
    type: z.literal('cancelled'),
    migration,
    repositories: z.array(
      z.object({
        ...{ ...names, status: text, webUrl: textOrNull },
        pullRequests: number,
        importAborted: z.literal(true).exactOptional(),
        mayBeImported: z.literal(true).exactOptional(),
      }),
    ),
  }),
  sync: z.object({
    type: z.literal('sync'),
    migration,
    repositories: z.array(
      z.object({
        ...names,
        outcome: z.enum(['synced', 'partly', 'skipped', 'failed']),
        sync: repositorySync.nullable(),
        reason: textOrNull,
        failure: failure.nullable(),
      }),
    ),
    unmigrated: texts,
    newRepositories: texts,
    reread: numberOrNull,
    added: z.array(z.object({ ...names, status: text, failure: failure.nullable() })),
  }),
  cutover: z.object({
    type: z.literal('cutover'),
    migration,
    milliseconds: z.record(text, z.number()).describe('Of each phase'),
    lockedMilliseconds: numberOrNull.describe('How long nobody could push'),
    notes: numberOrNull.describe('Comments written on Bitbucket'),
    toDo,
    repositories: z.array(z.object({ ...names, visibility: text })),
  }),
  'cutover-check': z.object({
    type: z.literal('cutover-check'),
    migration,
    minutes: z.unknown(),
    sourceRequests: facts,
    targetRequests: z.object({ reads: number, writes: number }),
    coversTags: flag,
    lockedSince: text.nullable().describe('Of an earlier cut-over that has not ended'),
    repositories: z.array(
      z.object({
        ...names,
        done: texts,
        excepted: z.array(z.object({ restriction: text, names: texts })),
      }),
    ),
    notes: texts,
    rereads: facts,
    problems: z.array(failure),
  }),
  'cutover-abort': z.object({
    type: z.literal('cutover-abort'),
    migration,
    repositories: z.array(facts),
  }),
  rollback: z.object({
    type: z.literal('rollback'),
    migration,
    repositories: z.array(
      z.looseObject({ source: text, outcome: z.enum(['rolled-back', 'left', 'done']) }),
    ),
    others: texts,
  }),
  'rollback-check': z.object({
    type: z.literal('rollback-check'),
    migration,
    deletes: flag,
    minutes: z.number(),
    sourceRequests: facts,
    targetRequests: facts,
    waitsMinutes: z.number().describe('Part of the minutes, for the limits of both hosts'),
    repositories: z.array(
      z.object({
        ...names,
        outcome: z.enum(['ready', 'left', 'done']),
        cut_over: flag.describe('A cut-over has begun with it, or a rollback'),
        reasons: texts,
      }),
    ),
  }),
  settings: z
    .object({
      type: z.literal('settings'),
      migration,
      dryRun: flag,
      settings: z.enum(['active', 'disabled', 'none']),
      invite: flag,
      teams: z.array(settingOutcome),
      repositories: z.array(
        z.object({ ...names, skipped: textOrNull, settings: z.array(settingOutcome) }),
      ),
    })
    .describe('Of `migrator settings`'),
  'planned-settings': z
    .object({
      type: z.literal('settings'),
      ...{ repositories: number, settings: number, grades: z.record(text, number) },
      ...{ rows: z.array(facts), teams: z.array(facts), people: texts },
      ...{
        sharedRulesets: number,
        crowded: texts,
        sharedKeys: z.array(facts),
        forecast: facts,
        follow: flag,
      },
      ...{ newTeams: texts.nullable(), outside: texts.nullable() },
    })
    .describe('Of `migrator plan`'),
  forecast: z.object({
    type: z.literal('forecast'),
    accuracy: z.enum(['exact', 'estimate']),
    repositories: z.array(facts),
    ...{ all: facts, times: facts, targetIsLimited: flag, unknown: texts },
    sourceTokens: number.exactOptional(),
    isSourceUnlimited: z.literal(true).exactOptional(),
    besides: z
      .object({ reads: number, writes: number, creating: number })
      .exactOptional()
      .describe('Requests to GitHub of settings and pipelines, which the times include'),
  }),
  verification: z.object({
    type: z.literal('verification'),
    outcome: z.enum(['verified', 'defects', 'not-complete', 'unverified', 'nothing-compared']),
    missing: number.describe('Missing or unfinished repositories'),
    unverified: number.describe('Repositories that were not compared completely'),
    ...{ migration, status: text, source },
    target: z.object({ host: text, organization: text }),
    at: time,
    hasRereadSource: flag,
    counts: z.object({
      ...{ compared: number, equal: number, expected: number, defects: number },
      ...{ notApplied: number, byHand: number, leftBehind: number },
      ...{ addedSince: number, changedOnSource: number },
    }),
    kinds: z.array(z.object({ kind: text, compared: number, equal: number })),
    repositories: z.array(
      z.looseObject({
        ...{ ...names, status: text, compared: number, equal: number },
        unverified: z.object({ code: text, message: text, hint: text }).nullable(),
        failure: z
          .object({ message: text, hint: textOrNull })
          .exactOptional()
          .describe('Why the migration of the repository failed'),
        rolledBack: z
          .literal(true)
          .exactOptional()
          .describe('A rollback has taken it away, so nothing of it was compared'),
        differences: z.array(
          z.looseObject({
            verdict: z
              .enum(verdicts)
              .describe(
                'not-applied: GitHub refused it, or it waits. by-hand: GitHub has nothing for it. left-behind: still on Bitbucket',
              ),
            ...{ kind: text, name: text, message: text },
            ...{ url: textOrNull, advice: textOrNull, canBeMended: flag },
          }),
        ),
        pipelines: facts
          .exactOptional()
          .describe(
            'Pull request with workflows, grades, and findings, where the plan has pipelines',
          ),
      }),
    ),
    requests: facts,
    accepted: z
      .array(z.object({ check: text, repository: text.exactOptional(), by: text, reason: text }))
      .exactOptional()
      .describe('Problems of checks that the plan accepts'),
    version: text.describe('Of migrator'),
    calibration: facts.nullable(),
    sha256: text.describe('Of the canonical form of everything else'),
  }),
} as const;
