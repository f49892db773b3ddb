import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import { type Outcome, outcomes } from '../../../model/outcomes.ts';
import type { PullRequestField } from './field.ts';

export function foundState({
  isMerged,
  state,
}: Pick<TargetPullRequest, 'isMerged' | 'state'>): Outcome {
  return isMerged ? 'merged' : state;
}

/** A sync changes it last of all, many together (merge/). */
export const state: PullRequestField = {
  desired: ({ outcome }) => outcome,
  recorded: ({ outcome }) => outcome,
  actual: foundState,
  // A push of what was merged on the source merges it on the target as well.
  differs({ record: { outcome, laterState }, onTarget }) {
    const found = foundState(onTarget);
    return found !== outcome && (laterState === null || found !== outcomes[laterState]);
  },
  describe({ record: { outcome, archived }, onTarget }) {
    const found = foundState(onTarget);
    const message = `is ${found}; it was ${outcome}`;
    // Between branches that are gone.
    if (outcome === 'merged' && archived !== '') return { message, advice: cannotMerge };
    const canBeRepaired = found === 'open' || (found === 'closed' && outcome === 'open');
    return canBeRepaired ? { message } : { message, advice: cannotUndo };
  },
  change: () => ({ state: 'open' }),
  note: ({ outcome }) => ({ outcome }),
  repair: 'state',
};

const cannotMerge =
  'what was imported as merged cannot be merged again. By hand: see the original, and close it if you like.';

const cannotUndo =
  'a merge cannot be undone, and a pull request without its branches cannot be reopened. By hand: check it, and revert the merge if you do not want it.';

export const draft: PullRequestField = {
  desired: ({ opening }) => opening.isDraft,
  recorded: ({ isDraft }) => isDraft,
  actual: ({ isDraft }) => isDraft,
  differs: ({ record: { isDraft, outcome }, onTarget }) =>
    outcome === 'open' &&
    foundState(onTarget) === 'open' &&
    isDraft !== null &&
    isDraft !== onTarget.isDraft,
  describe: ({ record }) => ({
    message: record.isDraft
      ? 'is ready for review; it was opened as a draft'
      : 'is a draft; it was opened as ready for review',
    advice:
      'changing it notifies people. By hand: change it back on its page if you do not want it.',
  }),
  opens: ({ opening }) => ({ isDraft: opening.isDraft }),
  note: ({ opening }) => ({ isDraft: opening.isDraft }),
  sync: {
    onlyWhenOpen: true,
    foreign: () => 'someone has changed its draft state on GitHub',
  },
};
