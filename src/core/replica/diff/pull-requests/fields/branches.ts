import { fullName } from '../../../model/temporary-refs.ts';
import type { PullRequestField } from './field.ts';

/** A push moves it. */
export const head: PullRequestField = {
  desired: ({ opening }) => opening.head.commit,
  recorded: (record) => record.head || null,
  actual: (onTarget) => onTarget.head.commit,
  describe({ record, onTarget, beside }) {
    const { commit } = onTarget.head;
    const ref = fullName(onTarget.head);
    const [now, before] = [short(commit), short(record.head)];
    if (beside.sourceRefs?.get(ref) === commit) {
      const message = `is at ${now}, like its branch on Bitbucket now; it was opened at ${before}`;
      return { message, isOfSource: true };
    }
    // Of an open one whose branch was pushed to, the branch is the defect.
    if (onTarget.state === 'open' && beside.movedRefs.has(ref)) return null;
    return {
      message: `is at ${now}; it was opened at ${before}`,
      advice:
        'someone pushed to its branch, and migrator never removes pushed commits. By hand: restore the branch with git push --force-with-lease if you do not want them.',
    };
  },
  opens: ({ opening }) => ({ head: opening.head.branch }),
  note: ({ opening }) => ({ head: opening.head.commit }),
};

function short(hash: string): string {
  return hash.slice(0, 10);
}

export const base: PullRequestField = {
  desired: ({ opening }) => opening.base.branch || null,
  recorded: (record) => record.base || null,
  actual: (onTarget) => onTarget.base.branch,
  describe: ({ record, onTarget }) => ({
    message: `targets ${onTarget.base.branch}; it targeted ${record.base}`,
    advice:
      'changing it would change the diff under review. By hand: select its base branch on its page.',
  }),
  opens: ({ opening }) => ({ base: opening.base.branch }),
  note: ({ opening }) => ({ base: opening.base.branch }),
  sync: {
    onlyWhenOpen: true,
    foreign: (onTarget) => `its base was changed on GitHub to ${onTarget.base.branch}`,
  },
};
