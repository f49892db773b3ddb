import { type HunkAt, hunkAt } from '../../../../../src/core/archive/write/hunk-at.ts';
import type { Diff } from '../../../../../src/core/git/diff/diff.ts';
import { createCommits } from '../../../../../src/core/git/objects/create-commits.ts';
import { readDiffs } from '../../../../../src/core/git/objects/read-diffs.ts';
import type { MirrorOptions } from '../../../../../src/core/git/process/mirror-command.ts';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import type { FoundRendering } from '../../../../../src/core/replica/desired/archive/archive-rendering.ts';
import { locateInDiff } from '../../../../../src/core/replica/desired/prepare/locate-in-diff.ts';
import { desirePullRequest } from '../../../../../src/core/replica/model/desire-pull-request.ts';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import { commit } from '../../../git/objects/diff-place.ts';
import { bob, jane, options } from '../render/fixture.ts';
import { commentsOf, type SomePullRequest } from './random-pull-request.ts';

/** A drawn pull request as an archive finds it in a mirror. */
export interface DrawnPullRequest {
  readonly number: number;
  readonly rendering: FoundRendering;
  readonly head: string;
  /** Its branch, and where that is. */
  readonly branch: readonly [string, string];
}

/** Makes the commits of random pull requests in a mirror, and everything that their archive needs to know. */
export async function drawPullRequests(
  mirror: MirrorOptions,
  drawn: readonly SomePullRequest[],
): Promise<{ readonly base: string; readonly pullRequests: readonly DrawnPullRequest[] }> {
  const all = await makeCommits(mirror, drawn);
  const diffs = await readDiffs({
    ...mirror,
    diffs: all.flatMap(({ base, head, older }) =>
      [head, older].map((tip) => ({ base, head: tip })),
    ),
  });
  const pullRequests = drawn.map((one, index) => {
    const ends = all[index] ?? { base: '', older: '', head: '', merge: '' };
    const [now = { files: [] }, before = { files: [] }] = diffs.slice(index * 2);
    const number = index + 1;
    const tip = one.state === 'merged' ? ends.merge : ends.base;
    return {
      number,
      rendering: renderingOf(one, { number, ends, now, before }),
      head: ends.head,
      branch: [`refs/heads/${one.state}-${number}`, tip] as const,
    };
  });
  return { base: all[0]?.base ?? '', pullRequests };
}

interface Ends {
  readonly base: string;
  readonly older: string;
  readonly head: string;
  readonly merge: string;
}

/** As a migration places them: on the commit that a comment was made on, by the diff that git shows. */
function placed(
  comments: readonly SourceComment[],
  { number, ends, now, before }: { number: number; ends: Ends; now: Diff; before: Diff },
) {
  const placements = new Map<string, Placement>();
  const hunks = new Map<string, HunkAt>();
  for (const { id, inline, parentId } of comments) {
    if (inline === null || parentId !== null) continue;
    const [diff, tip] = inline.isOutdated ? [before, ends.older] : [now, ends.head];
    const found = locateInDiff(diff, inline);
    if (found === 'outside') placements.set(id, { kind: 'conversation', why: 'outside' });
    else if (found === 'file') {
      placements.set(id, { kind: 'file', commit: tip, place: { path: inline.path }, why: '' });
    } else {
      placements.set(id, { kind: 'line', commit: tip, place: found });
      const file = diff.files.find(({ path }) => path === found.path);
      const hunk = file === undefined ? null : hunkAt(file, found);
      if (hunk !== null) hunks.set(`comment ${number}/${id}`, hunk);
    }
  }
  return { placements, hunks };
}

/** Makes the commits of all of them at once: base, an earlier head, head, and a merge. */
async function makeCommits(
  mirror: MirrorOptions,
  drawn: readonly SomePullRequest[],
): Promise<readonly Ends[]> {
  const made = await createCommits({
    ...mirror,
    commits: drawn.flatMap((one, index) => {
      const first = index * 4;
      return [
        commit(one.base),
        commit(one.first, [first]),
        commit(one.head, [first + 1]),
        commit(one.head, [first, first + 2]),
      ];
    }),
  });
  return drawn.map((_, index) => {
    const [base = '', older = '', head = '', merge = ''] = made.slice(index * 4);
    return { base, older, head, merge };
  });
}

function renderingOf(
  drawn: SomePullRequest,
  { number, ends, ...diffs }: { number: number; ends: Ends; now: Diff; before: Diff },
): FoundRendering {
  // Comments of a repository have numbers of their own.
  const numbered = (id: string | null) => (id === null ? null : `${100 * number + Number(id)}`);
  const comments = commentsOf(drawn.comments, ends.older).map((one) => {
    return { ...one, id: numbered(one.id) ?? '', parentId: numbered(one.parentId) };
  });
  const { placements, hunks } = placed(comments, { number, ends, ...diffs });
  const isMerged = drawn.state === 'merged';
  const input = options({
    pullRequest: {
      number,
      state: drawn.state,
      participants: [jane, bob].slice(0, drawn.approvals).map((one) => {
        return { person: one, role: 'reviewer', verdict: 'approved', at: null };
      }),
    },
    conversation: { comments },
    placements: Object.fromEntries(placements),
  });
  const { convert } = input.words;
  const { base, head, merge } = ends;
  return {
    pullRequest: desirePullRequest({ ...input, convert, range: { base, head } }),
    ...{ words: input.words, hunks },
    commits: { base, head, merge: isMerged ? merge : null },
    rewrites: [],
    isHeadDeleted: isMerged,
  };
}
