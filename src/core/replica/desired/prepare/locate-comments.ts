import { areAncestors } from '../../../git/history/ancestry.ts';
import { readDiffs } from '../../../git/objects/read-diffs.ts';
import type { SourceComment, SourceConversation } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { CommitRange } from '../../model/desired-pull-request.ts';
import type { Placement } from '../../model/placement.ts';
import { inlineRoots } from '../../model/threads.ts';
import type { KnownCommits } from './find-commits.ts';
import { fileInDiff, locateInDiff } from './locate-in-diff.ts';

export interface CommentsToLocate {
  readonly conversation: SourceConversation;
  /** Between which commits the pull request is opened; `null`: not between its own. */
  readonly range: CommitRange | null;
}

/** For each pull request where its threads go on the target, by the id of their first comment. */
export async function locateComments(
  context: PullRequestContext,
  options: { pullRequests: readonly CommentsToLocate[]; known: KnownCommits },
): Promise<readonly ReadonlyMap<string, Placement>[]> {
  const rows = options.pullRequests.map(({ conversation, range }) => ({
    range,
    roots: inlineRoots(conversation.comments),
  }));
  const older = await findOlderCommits(context, rows, options.known);
  const placed = rows.map(() => new Map<string, Placement>());
  const groups = rows.flatMap(({ range, roots }, index) => {
    if (range === null) return [];
    const byCommit = Map.groupBy(roots, (root) => older.get(root) ?? range.head);
    return [...byCommit].map(([commit, there]) => ({ index, range, commit, roots: there }));
  });
  const { mirror } = context.repository;
  const wanted = groups.map(({ range, commit, roots }) => ({
    base: range.base,
    head: commit,
    paths: pathsOf(roots),
  }));
  const diffs = await readDiffs({ ...mirror, diffs: wanted });
  for (const [position, { index, commit, roots }] of groups.entries()) {
    const diff = diffs[position] ?? { files: [] };
    for (const root of roots) {
      const isElsewhere = root.inline?.isOutdated === true && !older.has(root);
      placed[index]?.set(root.id, place({ root, diff, commit, isElsewhere }));
    }
  }
  return placed;
}

interface Row {
  readonly range: CommentsToLocate['range'];
  readonly roots: readonly SourceComment[];
}

/** Outdated comments belong on the commit that they were made on, where that is one of the pull request's. */
async function findOlderCommits(
  context: PullRequestContext,
  rows: readonly Row[],
  known: KnownCommits,
): Promise<ReadonlyMap<SourceComment, string>> {
  const dated = rows.flatMap(({ range, roots }) =>
    roots.flatMap((root) => {
      const commit = outdatedCommit(root, known);
      return range === null || commit === null ? [] : [{ root, commit, range }];
    }),
  );
  // The host calls outdated too what was made on the newest commit while the destination went on.
  const newest = dated.filter(({ commit, range }) => commit === range.head);
  const asked = dated.filter(({ commit, range }) => commit !== range.head);
  if (asked.length === 0) return commitsOf(newest);
  const { mirror } = context.repository;
  const areIn = (end: 'head' | 'base') =>
    areAncestors({
      ...mirror,
      history: context.history,
      pairs: asked.map(({ commit, range }) => ({ ancestor: commit, descendant: range[end] })),
    });
  const [inHead, inBase] = [await areIn('head'), await areIn('base')];
  const own = asked.filter((_, index) => inHead[index] === true && inBase[index] === false);
  return commitsOf([...newest, ...own]);
}

function commitsOf(found: readonly { root: SourceComment; commit: string }[]) {
  return new Map(found.map(({ root, commit }) => [root, commit]));
}

function outdatedCommit({ inline }: SourceComment, known: KnownCommits): string | null {
  if (inline === null || !inline.isOutdated || inline.sourceCommit === null) return null;
  return known.get(inline.sourceCommit) ?? null;
}

function pathsOf(roots: readonly SourceComment[]): string[] {
  const paths = roots.flatMap(({ inline }) =>
    inline === null ? [] : [inline.path, ...(inline.oldPath === null ? [] : [inline.oldPath])],
  );
  return [...new Set(paths)];
}

function place(options: {
  root: SourceComment;
  diff: Parameters<typeof locateInDiff>[0];
  commit: string;
  /** It was made on a commit that is not the pull request's. */
  isElsewhere: boolean;
}): Placement {
  const { root, diff, commit, isElsewhere } = options;
  if (root.inline === null) return { kind: 'conversation', why: 'it is not about a line' };
  const found = locateInDiff(diff, root.inline);
  if (found === 'outside') return { kind: 'conversation', why: 'its file is not part of the diff' };
  if (found === 'file' || isElsewhere) {
    const isAboutFile = root.inline.from === null && root.inline.to === null;
    // Nothing is to be explained about what is where it was.
    const why = isAboutFile ? '' : isElsewhere ? onOtherCommit : noLine;
    const path = fileInDiff(diff, root.inline)?.path ?? root.inline.path;
    return { kind: 'file', commit, place: { path }, why };
  }
  return { kind: 'line', commit, place: found };
}

const onOtherCommit = 'it is on a commit that is no longer part of the pull request';
export const noLine = 'its line is not part of the diff';
