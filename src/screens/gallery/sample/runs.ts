import type { TimedEvent } from '../../../core/ports/records/events.ts';
import { company, migrationId, noon, type SampleRepository } from './company.ts';
import { after, at, finished, pushed, refused, started } from './events.ts';

/** Events of runs, and how many seconds after noon they are looked at. */
export interface SampleRun {
  readonly events: readonly TimedEvent[];
  readonly seconds: number;
}

const named = (slug: string): SampleRepository => {
  const found = company.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`no such repository: ${slug}`);
  return found;
};

const early = ['developer-handbook', 'incident-drafts', 'reporting-eu', 'design-assets'].map(named);

/** Both hosts are checked before anything is written. */
export const checking: SampleRun = {
  events: [after(0, { type: 'preflight-started', checks: ['both hosts', 'this machine'] })],
  seconds: 1,
};

/** Four repositories have begun. */
export const beginning: SampleRun = {
  events: [
    started,
    ...company
      .slice(0, 4)
      .flatMap(({ slug }) => [
        after(0, { type: 'repository-started', repository: slug, target: slug }),
        ...at(slug, ['fetch', 0], { since: 0.2 }),
      ]),
  ],
  seconds: 2,
};

const middle: readonly TimedEvent[] = [
  started,
  after(0, {
    type: 'preflight-note',
    message: 'Two repositories get new names: Mobile App, Reporting EU',
  }),
  ...early.flatMap((one, index) => finished(one, 2 * index)),
  ...pushed(named('payments-service-new'), 1),
  ...at('payments-service-new', ['pull-requests', 6], {
    since: 8,
    progress: { done: 9, total: 17, unit: 'pull requests', what: 'writing' },
  }),
  ...pushed(named('checkout-web'), 12),
  ...at('checkout-web', ['settings', 7], { since: 22 }),
  after(14, {
    type: 'repository-started',
    repository: 'device-firmware',
    target: 'device-firmware',
  }),
  ...at('device-firmware', ['fetch', 0], {
    since: 15,
    progress: { done: 47_000_000, total: 63_000_000, unit: 'bytes', what: 'receiving objects' },
  }),
];

/** Four are at work, four are done. */
export const halfWay: SampleRun = {
  events: [
    ...middle,
    after(20, {
      type: 'repository-started',
      repository: 'billing-engine',
      target: 'billing-engine',
    }),
    ...at('billing-engine', ['create', 3], { since: 24 }),
  ],
  seconds: 30,
};

/** The limit of a minute holds two of them up. */
export const limited: SampleRun = {
  events: [
    ...middle,
    ...['payments-service-new', 'checkout-web'].map((repository) =>
      after(28, {
        ...{ type: 'waiting', repository, host: 'api.github.com' },
        reason: 'limit of 900 points a minute reached',
        ...{ until: noon + 54_000, limit: 'points a minute' },
      }),
    ),
  ],
  seconds: 30,
};

/** One has failed while others are at work. */
export const oneFailed: SampleRun = {
  events: [...halfWay.events, ...refused(named('mobile-app'), 18)],
  seconds: 30,
};

/** A person has paused it. */
export const paused: SampleRun = {
  events: [...halfWay.events, after(28, { type: 'run-held', held: true })],
  seconds: 40,
};

const rest = company.filter((one) => one.slug !== 'mobile-app');
const all: readonly TimedEvent[] = [started, ...rest.flatMap((one, at) => finished(one, 4 * at))];

/** All have ended, one of them badly: a person may retry it. */
export const waitingForPerson: SampleRun = {
  events: [...all, ...refused(named('mobile-app'), 50)],
  seconds: 64,
};

const ended = (failed: number): TimedEvent =>
  after(65, {
    ...{ type: 'run-finished', migration: migrationId },
    status: failed === 0 ? 'completed' : 'completed_with_failures',
    counts: { succeeded: company.length - failed, skipped: 0, failed },
    milliseconds: 65_000,
  });

const warnings: readonly TimedEvent[] = [
  after(30, {
    ...{ type: 'repository-warning', repository: 'checkout-web' },
    message: 'GitHub asks code owners to review 6 migrated pull requests',
  }),
  after(31, {
    ...{ type: 'repository-warning', repository: 'payments-service-new' },
    message: '2 images in pull requests could not be migrated: links point to Bitbucket',
  }),
];

/** A run without any trouble. */
export const succeeded: SampleRun = {
  events: [...all, ...finished(named('mobile-app'), 50), ended(0)],
  seconds: 65,
};

/** A run with things left to do by hand. */
export const withWarnings: SampleRun = {
  events: [...all, ...finished(named('mobile-app'), 50), ...warnings, ended(0)],
  seconds: 65,
};

/** A run in which one repository has failed. */
export const failed: SampleRun = {
  events: [...waitingForPerson.events, ...warnings, ended(1)],
  seconds: 65,
};
