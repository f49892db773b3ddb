import type { ServerActivity } from '../../../../archive/records/server/shapes.ts';
import { verdictsOf } from '../github/render-verdicts.ts';
import { commentsIn } from './keep-apart.ts';
import type { SaidThread } from './server-comments.ts';
import { milliseconds, type ServerRendering } from './server-rendering.ts';

/** A push that took commits away, with the commits that it added and removed. */
export interface Rescope {
  readonly rewrite: ServerRendering['rewrites'][number];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const actions = { approved: 'APPROVED', 'changes-requested': 'REVIEWED' } as const;

/** All activities but new comments, oldest first. Pure but for `people`. */
export function renderServerEvents(
  rendering: ServerRendering,
  {
    threads,
    rescopes,
  }: { readonly threads: readonly SaidThread[]; readonly rescopes: readonly Rescope[] },
): readonly ServerActivity[] {
  const { pullRequest, people } = rendering;
  const { author, createdAt } = pullRequest;
  const events: ServerActivity[] = [
    {
      ...{ kind: 'ACTIVITY', action: 'OPENED', createdTimestamp: milliseconds(createdAt) },
      userId: people.addressOf(author),
    },
    ...commentEvents(threads),
    ...verdictEvents(rendering),
    ...rescopes.map((one) => rescoped(rendering, one)),
    ...endOf(rendering),
  ];
  // Stable: what happened in one moment stays in the order above.
  return events.sort((one, other) => one.createdTimestamp - other.createdTimestamp);
}

function commentEvents(threads: readonly SaidThread[]): readonly ServerActivity[] {
  return threads.flatMap(commentsIn).flatMap(({ comment, parent }): readonly ServerActivity[] => {
    const { id: commentId, by: userId, at, editedAt } = comment;
    const said = { kind: 'COMMENT:OTHER', commentId, userId } as const;
    return [
      ...(parent === null
        ? []
        : [{ ...said, commentAction: 'REPLIED' as const, createdTimestamp: at }]),
      ...(editedAt > at
        ? [{ ...said, commentAction: 'EDITED' as const, createdTimestamp: editedAt }]
        : []),
    ];
  });
}

/** Verdicts that count: one that was withdrawn is a comment. An approval makes a reviewer. */
function verdictEvents(rendering: ServerRendering): readonly ServerActivity[] {
  return verdictsOf(rendering).flatMap(
    ({ by, at, kind, withdrawnAt }): readonly ServerActivity[] => {
      if (withdrawnAt !== null) return [];
      const userId = rendering.people.addressOf(by);
      const happened = { createdTimestamp: milliseconds(at), userId };
      const given = { ...happened, kind: 'ACTIVITY', action: actions[kind] } as const;
      if (kind !== 'approved') return [given];
      return [
        given,
        { ...happened, kind: 'REVIEWERS:UPDATED', addedIds: [userId], removedIds: [] },
      ];
    },
  );
}

function rescoped({ people, commits }: ServerRendering, one: Rescope): ServerActivity {
  const { rewrite, added, removed } = one;
  const list = (action: 'ADDED' | 'REMOVED', hashes: readonly string[]) =>
    hashes.slice(0, listed).map((commitId) => ({ action, commitId }));
  return {
    kind: 'RESCOPED',
    commits: [...list('ADDED', added), ...list('REMOVED', removed)],
    createdTimestamp: milliseconds(rewrite.at),
    fromHash: rewrite.after,
    previousFromHash: rewrite.before,
    // The model does not say where the destination was.
    previousToHash: commits.base,
    toHash: commits.base,
    totalAdded: added.length,
    totalRemoved: removed.length,
    userId: people.addressOf(rewrite.by),
  };
}

/** Commits of each kind that a push names. */
const listed = 500;

function endOf({ pullRequest, commits, people }: ServerRendering): readonly ServerActivity[] {
  const { closing, state } = pullRequest;
  if (closing === null) return [];
  const happened = {
    createdTimestamp: milliseconds(closing.at),
    userId: people.addressOf(closing.by),
  };
  if (state !== 'merged') return [{ ...happened, kind: 'ACTIVITY', action: 'DECLINED' }];
  const hash = commits.merge === null ? {} : { hash: commits.merge };
  return [{ ...happened, kind: 'MERGED', autoMerge: false, ...hash }];
}
