import { othersHint } from '../../../core/git/errors/push-rejection.ts';
import { count } from '../../../core/kernel/format/format.ts';
import type { BudgetView } from '../../../core/network/budgets.ts';
import type { RunEvent, TimedEvent } from '../../../core/ports/records/events.ts';
import type { StepName } from '../../../core/ports/records/migration.ts';
import {
  company,
  migrationId,
  noon,
  organization,
  type SampleRepository,
  workspace,
} from './company.ts';

/** An event so many seconds after noon. */
export function after(seconds: number, event: RunEvent): TimedEvent {
  return { ...event, at: noon + 1000 * seconds };
}

export const started: TimedEvent = after(0, {
  type: 'run-started',
  migration: migrationId,
  source: { kind: 'bitbucket-cloud', workspace },
  target: { organization },
  repositories: company.map(({ slug, sizeBytes, pullRequests, comments }) => ({
    ...{ source: slug, target: slug, sizeBytes, pullRequests },
    requests: pullRequests + comments,
  })),
  workers: 4,
  resumed: false,
});

/** A repository begins, and goes through some steps, one a second. */
function working(
  slug: string,
  from: number,
  steps: readonly (readonly [StepName, string])[],
): readonly TimedEvent[] {
  return [
    after(from, { type: 'repository-started', repository: slug, target: slug }),
    ...steps.flatMap(([step, summary], at) => [
      after(from + at, { type: 'step-started', repository: slug, step, stepsDone: at }),
      after(from + at + 0.8, {
        ...{ type: 'step-finished', repository: slug, step },
        ...{ outcome: summary.startsWith('no ') ? 'skipped' : 'done', summary },
      }),
    ]),
  ];
}

/** The step that a repository is at, with its progress where it has some. */
export function at(
  slug: string,
  [step, stepsDone]: readonly [StepName, number],
  {
    since,
    progress,
  }: { since: number; progress?: Extract<RunEvent, { type: 'step-progress' }>['progress'] },
): readonly TimedEvent[] {
  const begun = after(since, { type: 'step-started', repository: slug, step, stepsDone });
  if (progress === undefined) return [begun];
  return [begun, after(since + 1, { type: 'step-progress', repository: slug, step, progress })];
}

const toPush = (one: SampleRepository): readonly (readonly [StepName, string])[] => [
  ['fetch', count(one.refs, 'ref')],
  ['inspect', 'GitHub accepts it'],
  ['fetch-lfs', one.lfsObjects === 0 ? 'no LFS objects' : `${one.lfsObjects} LFS objects`],
  ['create', 'created, private'],
  ['lfs', one.lfsObjects === 0 ? 'no LFS objects' : `${one.lfsObjects} LFS objects`],
  ['push', count(one.refs, 'ref')],
];

/** A repository up to its pull requests. */
export function pushed(one: SampleRepository, from: number): readonly TimedEvent[] {
  return working(one.slug, from, toPush(one));
}

/** A repository from its first step to its end. */
export function finished(one: SampleRepository, from: number): readonly TimedEvent[] {
  const { slug, refs, lfsObjects, pullRequests: total, comments } = one;
  const rest: readonly (readonly [StepName, string])[] = [
    ['pull-requests', total === 0 ? 'no pull requests' : `${total} pull requests`],
    ['settings', '5 settings'],
    ['verify', 'everything is equal'],
  ];
  const counts = { total, changed: 0, comments, images: 0, placeholders: 0 };
  return [
    ...working(slug, from, [...toPush(one), ...rest]),
    after(from + 9, {
      ...{ type: 'repository-finished', repository: slug, target: slug, outcome: 'succeeded' },
      ...{ refs, lfsObjects, pullRequests: total === 0 ? null : counts },
      ...{
        webUrl: `https://github.com/${organization}/${one.slug}`,
        reason: null,
        failure: null,
        milliseconds: 9000,
      },
    }),
  ];
}

/** A repository whose push GitHub refused. */
export function refused(one: SampleRepository, from: number): readonly TimedEvent[] {
  return [
    ...working(one.slug, from, toPush(one).slice(0, 5)),
    ...at(one.slug, ['push', 5], { since: from + 5 }),
    after(from + 6, {
      ...{ type: 'repository-finished', repository: one.slug, target: one.slug, outcome: 'failed' },
      ...{ refs: null, lfsObjects: null, pullRequests: null, webUrl: null, reason: null },
      failure: {
        code: 'refused',
        message:
          'github.com refused refs/heads/main: someone else pushed to it in the meantime (fetch first)',
        ...{ hint: othersHint, retry: 'no', detail: null },
      },
      milliseconds: 6000,
    }),
  ];
}

/** The limits of both hosts, as far as a run has used them. */
export function budgetsAt(seconds: number): readonly BudgetView[] {
  const resetAt = noon + 3_600_000;
  const github = { host: 'api.github.com', service: 'GitHub', resetAt } as const;
  return [
    {
      ...{ host: 'api.bitbucket.org', service: 'Bitbucket', name: 'requests an hour' },
      ...{ used: 4 * seconds, limit: 1000, resetAt },
    },
    { ...github, name: 'content-creating requests an hour', used: seconds, limit: 500 },
    { ...github, name: 'requests an hour', used: 7 * seconds, limit: 5000 },
  ];
}
