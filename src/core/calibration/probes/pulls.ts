import { MigratorError } from '../../kernel/errors.ts';
import { plainText } from '../../text/markdown/markdown-escape.ts';
import {
  asExpected,
  blocked,
  failed,
  other,
  type Probe,
  type ProbePlace,
  type PullUse,
  patience,
  untilSeen,
} from './probe.ts';

interface PullBranches {
  readonly head: string;
  readonly base: string;
  readonly isDraft: boolean;
}

const branches: Readonly<Record<PullUse, PullBranches>> = {
  comments: { head: 'probe-comments', base: 'main', isDraft: false },
  merge: { head: 'probe-merge', base: 'probe-merge-base', isDraft: false },
  onDefault: { head: 'probe-default', base: 'main', isDraft: false },
  squash: { head: 'probe-squash', base: 'probe-squash-base', isDraft: false },
  request: { head: 'probe-request', base: 'probe-request-base', isDraft: false },
  deleted: { head: 'probe-deleted', base: 'probe-deleted-base', isDraft: false },
  draft: { head: 'probe-draft', base: 'main', isDraft: true },
};

export function branchOf(use: PullUse, side: 'head' | 'base'): string {
  return `refs/heads/${branches[use][side]}`;
}

/** Opens the pull requests that the other probes work on. */
export const pullRequestsListed: Probe = {
  name: 'pull-requests-listed',
  expected: 'A new pull request is listed before migrator checks for it',
  otherwise: 'after a lost response, a run waits longer before it checks again',
  async run(place) {
    const { target, name, signal, pulls } = place;
    for (const use of ['comments', 'merge', 'onDefault', 'squash', 'request', 'deleted'] as const) {
      const made = await open(place, use);
      if (made === null)
        return blocked(`pull request "${use}" could not be opened`, 'pull-requests');
      pulls.set(use, made);
    }
    const wanted = new Set(pulls.values());
    const took = await untilSeen(place, async () => {
      for await (const page of target.pullRequests.list({ ...name, signal }))
        for (const { number } of page) wanted.delete(number);
      return wanted.size === 0;
    });
    place.delays.push(took ?? patience);
    if (took === null) return other('not all of them were listed after half a minute');
    return asExpected(`listed after ${took} ms`);
  },
};

/** Milliseconds: a branch that was pushed a moment ago may not be seen yet. */
const pausesUntilSeen = [1000, 3000, 8000];

/** One of them claims to close another and mentions our own account, as a migrated text would do it. */
function bodyOf({ pulls, account }: ProbePlace, use: PullUse): string {
  const about = 'A probe by migrator: this repository will be deleted in a few minutes.';
  if (use !== 'onDefault') return about;
  return `${about}\n\n${plainText(`Fixes #${pulls.get('comments') ?? 1} @${account.username ?? ''}`)}`;
}

async function open(place: ProbePlace, use: PullUse): Promise<number | null> {
  const { target, name, signal, clock } = place;
  for (const pause of [...pausesUntilSeen, null]) {
    const made = await target.pullRequests.create({
      ...name,
      ...branches[use],
      title: `Probe ${use}`,
      body: bodyOf(place, use),
      signal,
    });
    if (made.kind === 'created') return made.pullRequest.number;
    const mayPass = made.why === 'missing-branch' || made.why === 'no-commits';
    if (!mayPass || pause === null) return null;
    await clock.sleep(pause, signal);
  }
  return null;
}

/** Pull requests and issues share one sequence, of which migrator keeps the source's numbers. */
export const numbers: Probe = {
  name: 'numbers',
  expected: 'Pull requests in a new repository are numbered 1, 2, 3 without gaps',
  otherwise: 'pull requests get new numbers, and the status shows both',
  async run({ target, name, signal, pulls }) {
    const made = [...pulls.values()];
    if (made.length === 0) return failed('no pull request could be opened');
    const newest = await target.pullRequests.newestNumber({ ...name, signal });
    const inOrder = made.every((number, index) => number === index + 1);
    const seen = `numbers ${made.join(', ')}; the newest is ${newest}`;
    return inOrder && newest === made.length ? asExpected(seen) : other(seen);
  },
};

export const drafts: Probe = {
  name: 'drafts',
  expected: 'A draft pull request can be opened in a private repository',
  otherwise: 'drafts are opened as ready for review',
  async run(place) {
    const { target, name, signal, pulls } = place;
    const made = await target.pullRequests.create({
      ...name,
      ...branches.draft,
      title: 'Probe draft',
      body: 'A probe by migrator.',
      signal,
    });
    if (made.kind === 'refused') {
      const hasDrafts = made.why !== 'drafts-unsupported';
      return hasDrafts
        ? other(`refused: ${made.message}`)
        : other('drafts are not supported here', { hasDrafts });
    }
    pulls.set('draft', made.pullRequest.number);
    const { isDraft } = made.pullRequest;
    return isDraft
      ? asExpected('opened as a draft', { hasDrafts: true })
      : other('opened as ready for review', { hasDrafts: false });
  },
};

/** @throws `not-found` where the host does not show one that it made */
export async function readPull(place: ProbePlace, number: number) {
  const found = await place.target.pullRequests.find({
    ...place.name,
    number,
    signal: place.signal,
  });
  if (found === null)
    throw new MigratorError(
      'not-found',
      `${place.target.hostname} does not show pull request ${number}`,
    );
  return found;
}
