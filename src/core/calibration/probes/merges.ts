import { MigratorError } from '../../kernel/errors.ts';
import {
  asExpected,
  blocked,
  failed,
  onPull,
  other,
  type Probe,
  type ProbePlace,
  untilSeen,
} from './probe.ts';
import { branchOf, readPull } from './pulls.ts';

/** Moves a ref of the scratch repository. @throws what refused it */
async function move(
  place: ProbePlace,
  ref: string,
  change: { from: string | null; to: string | null },
): Promise<void> {
  const [moved] = await place.push([{ ref, to: change.to, expected: change.from }]);
  if (moved?.status === 'refused')
    throw moved.failure ?? new MigratorError('refused', `${ref} was refused`);
}

/** Tells whether a pull request gets marked as merged once its base contains its head. */
function marked(use: 'merge' | 'onDefault'): Probe['run'] {
  return onPull(use, async (place, { number }) => {
    await move(place, branchOf(use, 'base'), { from: place.commits.root, to: place.commits[use] });
    const took = await untilSeen(place, async () => (await readPull(place, number)).isMerged);
    place.markMilliseconds = Math.max(place.markMilliseconds, took ?? 0);
    return took === null
      ? other('still open after half a minute', { marksMerges: false })
      : asExpected(`marked as merged after ${took} ms`, {
          marksMerges: true,
          markMilliseconds: took,
        });
  });
}

export const mergeTemporaryBase: Probe = {
  name: 'merge-temporary-base',
  expected: 'A push to a non-default branch marks its pull request as merged',
  otherwise: 'pull requests are merged through the API, one a minute on github.com',
  run: marked('merge'),
};

export const mergeDefaultBranch: Probe = {
  name: 'merge-default-branch',
  expected: 'A push to the default branch marks its pull request as merged',
  otherwise: 'pull requests are merged through the API, one a minute on github.com',
  async run(place) {
    const { facts: _, ...seen } = await marked('onDefault')(place);
    return seen;
  },
};

/** The pull request for the default branch says in its description that it closes the one with the comments. */
export const closingKeywords: Probe = {
  name: 'closing-keywords',
  expected: 'A broken "Fixes #1" in a merged description closes nothing',
  otherwise: 'migrations with pull requests do not start',
  run: onPull('comments', async (place, { number }) => {
    const { pulls } = place;
    const merged = await readPull(place, pulls.get('onDefault') ?? number);
    if (!merged.isMerged) return failed('its pull request is not merged');
    const { state } = await readPull(place, number);
    return state === 'open'
      ? asExpected(`${number} is still open`)
      : blocked(`${number} was closed`, 'pull-requests');
  }),
};

/** Milliseconds until what is not marked counts as open. */
const leastPatience = 5000;

export const squashStaysOpen: Probe = {
  name: 'squash-stays-open',
  expected: 'A base with the same files, but without the commits, leaves a pull request open',
  otherwise: 'it is already merged when migrator sets its state, which makes no difference',
  run: onPull('squash', async (place, { number }) => {
    const { root, squashed } = place.commits;
    await move(place, branchOf('squash', 'base'), { from: root, to: squashed });
    // A host that marks it does so as late as any other.
    const patience = Math.max(leastPatience, 3 * place.markMilliseconds);
    await place.clock.sleep(patience, place.signal);
    const { state, isMerged } = await readPull(place, number);
    return state === 'open' ? asExpected('still open') : other(isMerged ? 'merged' : 'closed');
  }),
};

export const mergeByRequest: Probe = {
  name: 'merge-by-request',
  expected: 'A pull request without conflicts can be merged through the API',
  otherwise:
    'pull requests that a push does not mark are closed, with a note that they were merged',
  run: onPull('request', async (place, pull) => {
    const { target, signal, clock, commits } = place;
    for (const pause of [1000, 2000, 4000, 8000, null]) {
      const outcome = await target.pullRequests.merge({
        ...{ ...pull, head: commits.request },
        title: 'Merge the probe',
        message: '',
      });
      if (outcome === 'merged') return asExpected('merged');
      if (pause === null)
        return other(
          outcome === 'try-again' ? 'the host says to try again later' : 'not mergeable',
        );
      await clock.sleep(pause, signal);
    }
    return other('not merged');
  }),
};

export const deletedHeadCloses: Probe = {
  name: 'deleted-head-closes',
  expected: 'Deleting its branch closes an open pull request',
  otherwise: 'it is closed through the API, like declined ones',
  run: onPull('deleted', async (place, { number }) => {
    await move(place, branchOf('deleted', 'head'), { from: place.commits.deleted, to: null });
    const took = await untilSeen(
      place,
      async () => (await readPull(place, number)).state === 'closed',
    );
    return took === null
      ? other('still open after half a minute')
      : asExpected(`closed after ${took} ms`);
  }),
};
