import { cutoverPhases } from '../../../core/commands/cutover/output.ts';
import type { PhaseResult } from '../../../core/commands/phase-view.ts';
import { rollbackPhases } from '../../../core/commands/rollback/output.ts';
import { verifyPhases } from '../../../core/commands/verify/output.ts';
import { MigratorError, toFailure } from '../../../core/kernel/errors.ts';
import type { Phase, PhaseProgress } from '../../../core/report/phase-progress.ts';
import { createStore } from '../../../ui/store.ts';
import { PhasesScreen } from '../../phases/phases.tsx';
import {
  initialPhases,
  type PhasesAction,
  type PhasesState,
  reducePhases,
} from '../../phases/phases-state.ts';
import { company, migrationId, noon, organization, workspace } from '../sample/company.ts';
import type { Scene } from './scene.ts';

const slugs = company.slice(0, 4).map(({ slug }) => slug);

/** All repositories go through a phase. */
function through(phase: string, summary: string): readonly PhaseProgress[] {
  return [
    { type: 'expected', phase, total: slugs.length, left: slugs },
    { type: 'begun', phase },
    ...slugs.map((source): PhaseProgress => ({ type: 'passed', phase, source, summary })),
    { type: 'ended', phase },
  ];
}

/** One repository is in a phase; the others are still waiting. */
function within(phase: string): readonly PhaseProgress[] {
  return [
    { type: 'expected', phase, total: slugs.length, left: slugs },
    { type: 'begun', phase },
    { type: 'passed', phase, source: slugs[0] ?? '', summary: '12 items compared, 12 equal' },
    { type: 'entered', phase, source: slugs[1] ?? '' },
  ];
}

const checked: readonly PhaseProgress[] = [
  { type: 'begun', phase: 'check' },
  { type: 'ended', phase: 'check' },
];
const locked: readonly PhaseProgress[] = [
  ...checked,
  { type: 'locked', since: noon + 4000 },
  ...through('lock', '4 restrictions; a test push was refused'),
];
const synced = [...locked, ...through('sync', 'nothing had changed')];
const applied = [...synced, ...through('settings', 'default branch main')];
const verified = [...applied, ...through('verify', '12 items compared, 12 equal')];

const question = [
  'Cut-over of 4 repositories from acme-workspace to acme',
  'Locks Bitbucket: nobody can push or merge; people can still push tags.',
  'Then: final sync, settings, verify, open the GitHub repositories.',
  'About 40 requests to Bitbucket, which has 898 of 1,000 requests left this hour.',
  'About 172 reads and 31 writes on GitHub.',
  'Expected: about 1 minute if little has changed since the last sync.',
];

const blocked: PhaseResult = {
  ...{ verdict: 'bad', title: 'The cut-over cannot start. Nothing was changed.', lines: [] },
  groups: [
    {
      cause: toFailure(
        new MigratorError(
          'state',
          'acme/payments-service-new has 2 pull requests by other people',
          {
            hint: 'Merge or close them, then run the cut-over again.',
          },
        ),
      ),
      repositories: slugs,
    },
  ],
  canRepeat: true,
};

const finished: PhaseResult = {
  ...{ verdict: 'good', title: '4 repositories are on GitHub.', groups: [], canRepeat: false },
  lines: [
    'Bitbucket was locked for 32s.',
    'Bitbucket stays locked. To point clones to GitHub:',
    `  migrator remotes --migration ${migrationId}`,
  ],
};

const news: readonly PhasesAction[] = [
  'settings payments-service-new: 11 applied',
  'settings checkout-web: 4 applied',
  'verify   payments-service-new: 12 items compared, 12 equal',
].map((line) => ({ type: 'say', line, now: noon + 25_000 }));

/** Every state of the commands that work in phases. */
export const phaseScenes: readonly Scene[] = [
  cutover('checking', [{ type: 'begun', phase: 'check' }]),
  cutover('question', checked, [
    { type: 'present', lines: question },
    { type: 'question', text: 'Lock Bitbucket and switch to GitHub now? [y/N]' },
  ]),
  cutover('blocked', checked, [{ type: 'end', result: blocked, now: noon + 6000 }]),
  cutover('locking', [...checked, { type: 'locked', since: noon + 4000 }, ...within('lock')]),
  cutover(
    'verifying',
    [...applied, ...within('verify')],
    [{ type: 'present', lines: question }, ...news],
  ),
  cutover(
    'detail',
    [...applied, ...within('verify')],
    [
      { type: 'move', by: 4, stops: 6, most: 0 },
      { type: 'panel', panel: 'detail' },
    ],
  ),
  cutover('help', applied, [{ type: 'panel', panel: 'help' }]),
  cutover('stop', applied, [{ type: 'asking', what: 'stop' }]),
  cutover('abort', synced, [{ type: 'asking', what: 'abort' }]),
  cutover(
    'done',
    [...verified, ...through('open', 'open, private')],
    [{ type: 'end', result: finished, now: noon + 45_000 }],
  ),
  scene('rollback', {
    phases: rollbackPhases(false),
    progress: [...checked, ...through('aside', 'renamed aside'), ...within('archive')],
  }),
  scene('verify', {
    phases: verifyPhases({ rereadSource: false, repair: false }),
    progress: within('compare'),
  }),
  scene('repair', {
    phases: verifyPhases({ rereadSource: false, repair: true }),
    progress: [
      ...through('compare', '12 items compared, 12 equal'),
      ...through('repair', '1 branch repaired'),
      ...within('again'),
    ],
  }),
];

function cutover(
  name: string,
  progress: readonly PhaseProgress[],
  then: readonly PhasesAction[] = [],
): Scene {
  return scene(`cut-over, ${name}`, {
    phases: cutoverPhases({ announce: false, rereads: false }),
    progress,
    actions: then,
  });
}

/** Draws a command after some news of it, one a second. */
function scene(
  name: string,
  {
    phases,
    progress,
    actions = [],
  }: {
    readonly phases: readonly Phase[];
    readonly progress: readonly PhaseProgress[];
    readonly actions?: readonly PhasesAction[];
  },
): Scene {
  const [title = ''] = name.split(',');
  const run = {
    ...{ workspace, organization, phases, abort: () => {} },
    title: `${title[0]?.toUpperCase()}${title.slice(1)}`,
    resumeWith: `migrator ${title === 'cut-over' ? 'cutover' : title} --migration ${migrationId}`,
  };
  const end = noon + 1000 * (progress.length + 1);
  const all: readonly PhasesAction[] = [
    { type: 'begin', run, now: noon },
    ...progress.map(
      (one, at): PhasesAction => ({ type: 'progress', progress: one, now: noon + 1000 * at }),
    ),
    { type: 'tick', now: end },
    ...actions,
  ];
  return {
    name,
    open() {
      const first = initialPhases({ verbosity: 0, staysOpen: 'always' }, noon);
      const state = all.reduce<PhasesState>(reducePhases, first);
      return (
        <PhasesScreen
          store={createStore(reducePhases, state)}
          effects={{ dispatch: nothing, interrupt: nothing, answer: nothing, choose: nothing }}
          onTick={nothing}
          onClosed={nothing}
        />
      );
    },
  };
}

function nothing(): void {}
