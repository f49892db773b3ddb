import {
  asExpected,
  blocked,
  failed,
  onPull,
  other,
  type Probe,
  type ProbePlace,
  type ProbePull,
  patience,
  untilSeen,
} from './probe.ts';
import { branchOf, readPull } from './pulls.ts';
import { onLine, text } from './reviews.ts';

export const fileComments: Probe = {
  name: 'file-comments',
  expected: 'A comment can be attached to a file',
  otherwise: 'these comments go to the conversation, and quote the file',
  run: onPull('comments', async (place, name) => {
    const made = await place.target.pullRequests.createReviewComment({
      ...name,
      commit: place.commits.comments,
      body: text('a file'),
      place: { path: 'new.txt' },
    });
    return made.kind === 'written' ? asExpected('taken') : other(`refused: ${made.message}`);
  }),
};

function createThread(place: ProbePlace, pull: ProbePull, what: string) {
  return place.target.pullRequests.createReviewComment({
    ...pull,
    commit: place.commits.comments,
    body: text(what),
    place: onLine('RIGHT', 10),
  });
}

export const repliesAfterResolve: Probe = {
  name: 'replies-after-resolve',
  expected: 'A thread can be resolved, and still accepts replies',
  otherwise: 'resolved threads only say so in their text',
  run: onPull('comments', async (place, name) => {
    const root = await createThread(place, name, 'a thread');
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
      : asExpected('resolved, and the reply was accepted');
  }),
};

/** Milliseconds: what a push changes is not all there at once. */
const afterPush = 3000;

export const outdatedComments: Probe = {
  name: 'outdated-comments',
  expected: 'A comment stays when a push removes its line',
  otherwise: 'all commits are pushed before the first comment',
  run: onPull('comments', async (place, name) => {
    const root = await createThread(place, name, 'soon outdated');
    if (root.kind === 'refused') return other(`refused: ${root.message}`);
    const { comments, later } = place.commits;
    const [moved] = await place.push([
      { ref: branchOf('comments', 'head'), to: later, expected: comments },
    ]);
    if (moved?.status !== 'updated') return failed('the push was refused');
    // Until then the host knows nothing of the push.
    await untilSeen(place, async () => (await readPull(place, name.number)).head.commit === later);
    await place.clock.sleep(afterPush, place.signal);
    const took = await untilSeen(place, async () => {
      for await (const page of place.target.pullRequests.listReviewComments(name))
        if (page.some(({ id }) => id === root.id)) return true;
      return false;
    });
    return took === null ? other('it is gone') : asExpected('it stays');
  }),
};

export const commentsListed: Probe = {
  name: 'comments-listed',
  expected: 'A new comment is listed before migrator checks for it',
  otherwise: 'after a lost response, a run waits longer before it checks again',
  run: onPull('comments', async (place, name) => {
    const { pullRequests } = place.target;
    const made = await pullRequests.createComment({ ...name, body: text('a comment') });
    if (made.kind === 'refused') return other(`refused: ${made.message}`);
    const took = await untilSeen(place, async () => {
      for await (const page of pullRequests.listComments(name))
        if (page.some(({ id }) => id === made.id)) return true;
      return false;
    });
    place.delays.push(took ?? patience);
    if (took === null) return other('not listed after half a minute');
    return asExpected(`listed after ${took} ms`);
  }),
};

/**
 * Limit that GitHub documents, in characters; then the limit to try where that is refused; then the least that is any
 * use.
 */
const bodyLimit = 65_536;
const lessLong = [32_768, 16_384, 8192] as const;

export const bodyLimitProbe: Probe = {
  name: 'body-limit',
  expected: '65,536 characters are accepted as one comment, and 65,537 are refused',
  otherwise: 'longer text continues in a second comment',
  run: onPull('comments', async ({ target }, pull) => {
    const write = async (length: number) =>
      target.pullRequests.createComment({ ...pull, body: 'x'.repeat(length) });
    const longest = await write(bodyLimit);
    if (longest.kind === 'written') {
      const tooLong = await write(bodyLimit + 1);
      return tooLong.kind === 'refused'
        ? asExpected('as documented')
        : other('65,537 are accepted too');
    }
    for (const length of lessLong) {
      const taken = await write(length);
      if (taken.kind === 'written')
        return other(`${length} are accepted; 65,536 are refused: ${longest.message}`, {
          bodyCharacters: length,
        });
    }
    return blocked(`8,192 are refused: ${longest.message}`, 'pull-requests');
  }),
};
