import type { LinePlace, Written } from '../../ports/pull-request-target.ts';
import {
  asExpected,
  notProbed,
  other,
  type Probe,
  type ProbePlace,
  pullOf,
  untilSeen,
} from '../probe.ts';
import { branchOf } from './pulls.ts';

const text = (what: string) => `Probe: ${what}`;
const onLine = (
  side: 'LEFT' | 'RIGHT',
  line: number,
  startLine: number | null = null,
): LinePlace => ({
  ...{ path: 'lines.txt', line, side, startLine },
  startSide: startLine === null ? null : side,
});
const unprobed = notProbed('its pull request could not be opened');

function nameOf(
  place: ProbePlace,
): ({ number: number; signal: AbortSignal } & ProbePlace['name']) | null {
  const number = pullOf(place, 'comments');
  return number === null ? null : { ...place.name, number, signal: place.signal };
}

export const reviewPlaces: Probe = {
  name: 'review-places',
  expected: 'One review puts comments on either side and on a range of lines',
  otherwise:
    'comments that are refused in their place go to the file, or to the conversation with their place quoted',
  async run(place) {
    const name = nameOf(place);
    if (name === null) return unprobed;
    const { pullRequests } = place.target;
    const wanted = [onLine('RIGHT', 10), onLine('LEFT', 20), onLine('RIGHT', 11, 9)];
    const review = await pullRequests.createReview({
      ...name,
      commit: place.commits.comments,
      body: text('a review'),
      comments: wanted.map((at) => ({ ...at, body: text(`${at.side} ${at.line}`) })),
    });
    if (review.kind === 'refused') return other(`refused: ${review.message}`);
    let found: string[] = [];
    const missing = () =>
      wanted.filter((at) => !found.includes(`${at.side} ${at.startLine ?? ''}-${at.line}`));
    await untilSeen(place, async () => {
      found = [];
      for await (const page of pullRequests.listReviewComments(name))
        for (const { place: at } of page)
          found.push(`${at?.side} ${at?.startLine ?? ''}-${at?.line}`);
      return missing().length === 0;
    });
    return missing().length === 0
      ? asExpected('all three are in their places')
      : other(`placed at ${found.join(', ')}`);
  },
};

export const badLineInReview: Probe = {
  name: 'bad-line-in-review',
  expected: 'One comment on a line outside the diff has the whole review refused',
  otherwise: 'places are read back and compared after each review',
  async run(place) {
    const name = nameOf(place);
    if (name === null) return unprobed;
    const review = await place.target.pullRequests.createReview({
      ...name,
      commit: place.commits.comments,
      body: text('a review with a bad line'),
      comments: [onLine('RIGHT', 10), onLine('RIGHT', 4000)].map((at) => ({
        ...at,
        body: text('bad line'),
      })),
    });
    return review.kind === 'refused' ? asExpected('refused') : other('the review was taken');
  },
};

export const fileComments: Probe = {
  name: 'file-comments',
  expected: 'A comment can be put on a whole file',
  otherwise: 'such comments go to the conversation, with the file quoted',
  async run(place) {
    const name = nameOf(place);
    if (name === null) return unprobed;
    const made = await place.target.pullRequests.createReviewComment({
      ...name,
      commit: place.commits.comments,
      body: text('a file'),
      place: { path: 'new.txt' },
    });
    return made.kind === 'written' ? asExpected('taken') : other(`refused: ${made.message}`);
  },
};

async function rootOf(place: ProbePlace, what: string): Promise<Written | null> {
  const name = nameOf(place);
  if (name === null) return null;
  return place.target.pullRequests.createReviewComment({
    ...name,
    commit: place.commits.comments,
    body: text(what),
    place: onLine('RIGHT', 10),
  });
}

export const repliesAfterResolve: Probe = {
  name: 'replies-after-resolve',
  expected: 'A thread can be resolved, and still takes replies',
  otherwise: 'threads that are not marked say in their text that they were resolved',
  async run(place) {
    const name = nameOf(place);
    const root = await rootOf(place, 'a thread');
    if (name === null || root === null) return unprobed;
    if (root.kind === 'refused') return other(`refused: ${root.message}`);
    const { pullRequests } = place.target;
    const isResolved = await untilSeen(
      place,
      async () => (await pullRequests.resolveThreads({ ...name, rootIds: [root.id] })).length === 0,
    ).catch(() => null);
    const reply = await pullRequests.createReply({
      ...name,
      rootId: root.id,
      body: text('a reply'),
    });
    if (reply.kind === 'refused') return other(`the reply was refused: ${reply.message}`);
    return isResolved === null
      ? other('the thread cannot be resolved')
      : asExpected('resolved, and the reply was taken');
  },
};

export const outdatedComments: Probe = {
  name: 'outdated-comments',
  expected: 'A comment stays when a push takes its line away',
  otherwise: 'all commits are pushed before the first comment',
  async run(place) {
    const name = nameOf(place);
    const root = await rootOf(place, 'soon outdated');
    if (name === null || root === null) return unprobed;
    if (root.kind === 'refused') return other(`refused: ${root.message}`);
    const { comments, later } = place.commits;
    const [moved] = await place.push([
      { ref: branchOf('comments', 'head'), to: later, expected: comments },
    ]);
    if (moved?.status !== 'updated') return notProbed('the push was refused');
    const took = await untilSeen(place, async () => {
      for await (const page of place.target.pullRequests.listReviewComments(name))
        if (page.some(({ id }) => id === root.id)) return true;
      return false;
    });
    return took === null ? other('it is gone') : asExpected('it stays');
  },
};

export const commentsListed: Probe = {
  name: 'comments-listed',
  expected: 'A comment is listed within the settle time',
  otherwise: 'after a lost answer a run waits longer before it looks again',
  async run(place) {
    const name = nameOf(place);
    if (name === null) return unprobed;
    const { pullRequests } = place.target;
    const made = await pullRequests.createComment({ ...name, body: text('a comment') });
    if (made.kind === 'refused') return other(`refused: ${made.message}`);
    const took = await untilSeen(place, async () => {
      for await (const page of pullRequests.listComments(name))
        if (page.some(({ id }) => id === made.id)) return true;
      return false;
    });
    if (took === null) return other('not listed after half a minute');
    place.delays.push(took);
    return asExpected(`listed after ${took} ms`);
  },
};

/** What GitHub documents, in characters. */
const bodyLimit = 65_536;

export const bodyLimitProbe: Probe = {
  name: 'body-limit',
  expected: '65,536 characters are taken as one comment, and 65,537 are refused',
  otherwise: 'a comment that is refused is reported, and tried again on resume',
  async run(place) {
    const name = nameOf(place);
    if (name === null) return unprobed;
    const write = (length: number) =>
      place.target.pullRequests.createComment({ ...name, body: 'x'.repeat(length) });
    const [longest, tooLong] = [await write(bodyLimit), await write(bodyLimit + 1)];
    if (longest.kind === 'refused') return other(`65,536 are refused: ${longest.message}`);
    return tooLong.kind === 'refused'
      ? asExpected('as documented')
      : other('65,537 are taken as well');
  },
};
