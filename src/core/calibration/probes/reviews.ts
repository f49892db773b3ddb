import { hasCode } from '../../kernel/errors.ts';
import type { LineLocation, Written } from '../../ports/pull-request-target.ts';
import type { RequestBudget } from '../../ports/records/target-checkup.ts';
import {
  asExpected,
  notProbed,
  onPull,
  other,
  type Probe,
  type ProbePlace,
  type ProbePull,
  untilSeen,
} from './probe.ts';

export const text = (what: string) => `Probe: ${what}`;

export const onLine = (
  side: 'LEFT' | 'RIGHT',
  line: number,
  startLine: number | null = null,
): LineLocation => ({
  ...{ path: 'lines.txt', line, side, startLine },
  startSide: startLine === null ? null : side,
});

/** `null`: the answer was lost, as where a review is too much for the host. */
async function createReview(
  { target, commits }: ProbePlace,
  pull: ProbePull,
  comments: readonly (LineLocation & { body: string })[],
): Promise<Written | null> {
  try {
    const body = text('a review');
    return await target.pullRequests.createReview({
      ...{ ...pull, commit: commits.comments, body, comments },
    });
  } catch (error) {
    if (hasCode(error, 'ambiguous-write')) return null;
    throw error;
  }
}

export const reviewPlaces: Probe = {
  name: 'review-places',
  expected: 'One review can comment on either side and on a range of lines',
  otherwise:
    'refused line comments are posted on the file, or in the conversation with their line quoted',
  run: onPull('comments', async (place, pull) => {
    const { pullRequests } = place.target;
    const wanted = [onLine('RIGHT', 10), onLine('LEFT', 20), onLine('RIGHT', 11, 9)];
    const review = await createReview(
      place,
      pull,
      wanted.map((at) => ({ ...at, body: text(`${at.side} ${at.line}`) })),
    );
    if (review === null)
      return other('a review with three comments got no response', { commentsPerReview: 1 });
    if (review.kind === 'refused') return other(`refused: ${review.message}`);
    let found: string[] = [];
    const missing = () =>
      wanted.filter((at) => !found.includes(`${at.side} ${at.startLine ?? ''}-${at.line}`));
    await untilSeen(place, async () => {
      found = [];
      for await (const page of pullRequests.listReviewComments(pull))
        for (const { place: at } of page)
          found.push(`${at?.side} ${at?.startLine ?? ''}-${at?.line}`);
      return missing().length === 0;
    });
    return missing().length === 0
      ? asExpected('all three are in the right place')
      : other(`placed at ${found.join(', ')}`);
  }),
};

/** As many as one review of a migration has. */
const mostComments = 25;

export const reviewOf25: Probe = {
  name: 'review-of-25',
  expected: 'One review can have 25 comments and counts as one request',
  otherwise: 'reviews get fewer comments, counted as the host counts them',
  run: onPull('comments', async (place, pull) => {
    const { pace } = place.target;
    const before = await pace.readBudget(place);
    const review = await createReview(
      place,
      pull,
      Array.from({ length: mostComments }, (_, index) => ({
        ...onLine('RIGHT', 8 + (index % 5)),
        body: text(`${index + 1} of ${mostComments}`),
      })),
    );
    const counted = countedBetween(before, await pace.readBudget(place));
    if (review === null) return other('it got no response', { commentsPerReview: 3 });
    if (review.kind === 'refused') return other(`refused: ${review.message}`);
    if (counted === null) return asExpected('all are accepted; the host does not count requests');
    if (counted <= 1) return asExpected('all are accepted, and counted once');
    // Other programs may use the token meanwhile: only what each comment would come to is believed.
    return counted > mostComments
      ? other(`counted as ${counted} requests`, { countsReviewComments: true })
      : notProbed(`counted as ${counted}: something else is using the token`);
  }),
};

function countedBetween(before: RequestBudget | null, after: RequestBudget | null): number | null {
  if (before === null || after === null || before.resetAt !== after.resetAt) return null;
  return before.remaining - after.remaining;
}

export const badLineInReview: Probe = {
  name: 'bad-line-in-review',
  expected: 'One comment outside the diff makes the host refuse the whole review',
  otherwise: 'comment positions are read back and compared after each review',
  run: onPull('comments', async (place, pull) => {
    const review = await createReview(
      place,
      pull,
      [onLine('RIGHT', 10), onLine('RIGHT', 4000)].map((at) => ({ ...at, body: text('bad line') })),
    );
    if (review === null) return other('it got no response');
    return review.kind === 'refused' ? asExpected('refused') : other('the review was accepted');
  }),
};
