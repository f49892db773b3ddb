import type { NumberedItem } from '../../../context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { createSubstitutes } from '../../../desired/prepare/created-commits.ts';
import { nothingWritten } from '../../../desired/render/input/rendering.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { substituteOpening } from './open-batch.ts';

/** A closed pull request for each number that the source does not have. */
export async function preparePlaceholders(
  context: PullRequestContext,
  gaps: readonly NumberedItem[],
): Promise<readonly PreparedPullRequest[]> {
  const why = 'Bitbucket has no pull request with this number';
  const title = 'placeholder';
  const date = '2000-01-01T00:00:00Z';
  const made = await createSubstitutes(
    context,
    gaps.map(({ number }) => ({ number, title, why, date, onto: null })),
  );
  return gaps.flatMap(({ number }, index) => {
    const commits = made[index];
    if (commits === undefined) return [];
    const text = `This repository was migrated from Bitbucket, which has no pull request ${number}. This placeholder keeps the other numbers the same.`;
    const placeholder: PreparedPullRequest = {
      number,
      pullRequest: null,
      opening: substituteOpening({ context, number, commits, isOpen: false, onto: null }),
      writes: {
        title: `Placeholder for pull request ${number}`,
        body: `${text}\n\n${context.markers.mark(`pull-request ${number}`)}`,
        ...nothingWritten,
      },
      outcome: 'closed',
      changes: [],
      leftImages: [],
      comments: 0,
      tasks: 0,
      mergeTip: null,
      mergeBase: commits.base,
      shifts: 0,
      rerender: () => placeholder,
      asSubstitute: null,
    };
    return [placeholder];
  });
}
