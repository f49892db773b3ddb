import { areAncestors } from '../../../git/history/ancestry.ts';
import type { SourceActivity } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { KnownCommits } from '../prepare/find-commits.ts';
import type { ArchiveRendering } from './archive-rendering.ts';

type Rewrite = ArchiveRendering['rewrites'][number];

/** Finds for each history the pushes that took commits away, oldest first: where the mirror has both ends. */
export async function findRewrites(
  { repository, history }: Pick<PullRequestContext, 'repository' | 'history'>,
  histories: readonly (readonly SourceActivity[])[],
  known: KnownCommits,
): Promise<readonly (readonly Rewrite[])[]> {
  const pushes = histories.flatMap((entries, index) =>
    pushesOf(entries, known).map((rewrite) => ({ index, rewrite })),
  );
  const pairs = pushes.map(({ rewrite }) => ({
    ancestor: rewrite.before,
    descendant: rewrite.after,
  }));
  const goOn = await areAncestors({ ...repository.mirror, history, pairs });
  return histories.map((_, index) =>
    pushes.flatMap((push, at) =>
      push.index === index && goOn[at] === false ? [push.rewrite] : [],
    ),
  );
}

/** Every push with the one before it. Pure. */
function pushesOf(entries: readonly SourceActivity[], known: KnownCommits): readonly Rewrite[] {
  let last: string | null = null;
  return entries.flatMap((entry): readonly Rewrite[] => {
    if (entry.kind !== 'updated') return [];
    const { by, at } = entry;
    const after = known.get(entry.sourceCommit ?? '') ?? null;
    if (after === null) return [];
    const before: string | null = known.get(entry.previousCommit ?? '') ?? last;
    last = after;
    return before === null || before === after ? [] : [{ by, at, before, after }];
  });
}
