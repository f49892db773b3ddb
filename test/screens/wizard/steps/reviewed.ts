import type { Failure } from '../../../../src/core/kernel/errors.ts';
import type { DryRunResult } from '../../../../src/core/verbs/migrate/dry-run/dry-run-result.ts';
import type { Choices } from '../../../../src/core/wizard/choices.ts';
import type { ReviewedState } from '../../../../src/screens/wizard/steps/review/sections.ts';
import { initialSelection } from '../../../../src/screens/wizard/steps/selection/model.ts';
import {
  initialReview,
  type Reviewed,
  reduceReview,
} from '../../../../src/screens/wizard/steps/state/review.ts';

const choices: Choices = {
  workspace: 'acme',
  isDeep: false,
  findsLargeFiles: false,
  renames: new Map(),
  selection: { include: [], exclude: [], isListed: false },
  options: {
    organization: 'acme-gh',
    visibility: 'source',
    publishPrivate: false,
    nameFrom: 'slug',
    pullRequests: true,
    comments: null,
    lfs: 'found',
    largeFiles: 'refuse',
    userMap: '',
    existing: 'stop',
    workers: 4,
    settings: false,
    convertPipelines: false,
    groups: '',
    follow: false,
    engine: 'rest',
    archiveFormat: 'github',
  },
  hasTeamMap: false,
  files: { inventory: 'i.json', plan: "it's.json", repositories: 'r.txt', teams: 't.csv' },
  config: undefined,
};

type Row = DryRunResult['repositories'][number];

/** The review of a plan whose dry run found these actions, a repository each. */
export function reviewed(
  actions: readonly Row['action'][],
  more: Partial<Omit<DryRunResult, 'problems'>> & { failures?: readonly Failure[] } = {},
  notes: readonly string[] = [],
  extra: Partial<Pick<Reviewed, 'opened' | 'people'>> = {},
): ReviewedState {
  const { failures = [], ...known } = more;
  const repositories = actions.map((action, at) => ({
    source: `r${at}`,
    target: `r${at}`,
    action,
    visibility: 'private',
    sizeBytes: 1000,
  }));
  const value: Reviewed = {
    choices,
    plan: {
      version: 1,
      source: { kind: 'bitbucket-cloud', workspace: 'acme' },
      target: { organization: 'acme-gh' },
      options: {},
      repositories: repositories.map(({ source, target }) => ({
        source,
        target,
        visibility: 'private',
      })),
    },
    notes,
    due: { host: false, importer: false },
    opened: new Set(),
    people: null,
    ...extra,
    dryRun: {
      result: { type: 'dry-run', repositories, problems: 0, ...known },
      problems: failures,
      replaced: [],
    },
  };
  const task = { status: 'done', value } as const;
  const review = reduceReview(reduceReview(initialReview, { type: 'saved', saved: value }), {
    type: 'task',
    task,
  });
  return { review, selection: initialSelection, isDemo: false };
}

/** The same, with this visibility for all repositories. */
export function withVisibility(state: ReviewedState, visibility: Row['visibility']): ReviewedState {
  return changed(state, ({ dryRun, ...rest }) => {
    const { result } = dryRun;
    const repositories = (result?.repositories ?? []).map((one) => ({ ...one, visibility }));
    return { ...rest, dryRun: { ...dryRun, result: result && { ...result, repositories } } };
  });
}

/** The same, with an existing repository that is replaced. */
export function withReplaced(state: ReviewedState): ReviewedState {
  const replaced = [{ owner: 'acme-gh', name: 'r0' }];
  return changed(state, ({ dryRun, ...rest }) => ({ ...rest, dryRun: { ...dryRun, replaced } }));
}

function changed(state: ReviewedState, change: (value: Reviewed) => Reviewed): ReviewedState {
  const { task } = state.review;
  if (task.status !== 'done') return state;
  const value = change(task.value);
  return { ...state, review: { ...state.review, task: { status: 'done', value } } };
}
