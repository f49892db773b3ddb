import type { CommitMap } from '../../../git/rewrite/commit-map.ts';
import { figuresOf, isConcerned } from '../../../git/rewrite/rewrite-figures.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { openReading } from '../../reading/reading.ts';
import { rewrittenHistory } from '../../recorded/rewritten-history.ts';
import { unconfirmedRewrite } from './rewrite-text.ts';

export type AdmitContext = Pick<
  RepositoryContext,
  'planned' | 'records' | 'rewriting' | 'wantsPullRequests' | 'readPlace' | 'readAhead' | 'signal'
>;

/**
 * Refuses to go on with a rewritten target as if it were not.
 * @throws `refused`
 */
export async function requireSameRewrite({
  records,
  rewriting,
}: Pick<AdmitContext, 'records' | 'rewriting'>): Promise<void> {
  if (rewriting !== null || (await rewrittenHistory.read(records))?.confirmed !== true) return;
  throw new MigratorError('refused', 'GitHub has the rewritten history of this repository', {
    hint: 'Set large_files back to "rewrite", then run the command again.',
  });
}

/**
 * Lets a rewritten history go to the target where somebody has confirmed it, once for all runs.
 * @throws `refused` with the figures of the rewrite where nobody has
 */
export async function admitRewrite(context: AdmitContext): Promise<void> {
  const { planned, records, rewriting } = context;
  if (rewriting === null) return;
  const rewrite = await rewriting.read();
  if (rewrite.commits.size === 0) return;
  const before = await rewrittenHistory.read(records);
  if (before?.confirmed === true) return;
  const confirmed = planned.rewrite_history === true;
  const isSame = before?.commits === rewrite.commits.size;
  const history = {
    ...figuresOf(rewrite),
    ...{ confirmed, limit: rewriting.limit, maps: null },
    pull_requests: isSame
      ? before.pull_requests
      : await countPullRequests(context, rewrite.commits),
  };
  await rewrittenHistory.save(records, history);
  if (!confirmed) throw unconfirmedRewrite(history, planned.source);
}

/** Reads the list, which the step of pull requests finds then. */
async function countPullRequests(
  context: AdmitContext,
  commits: CommitMap,
): Promise<number | null> {
  const { readPlace, readAhead, signal } = context;
  if (!context.wantsPullRequests) return null;
  const reading =
    (await readAhead.take()) ?? (await openReading(readPlace, { signal, onProgress: () => {} }));
  try {
    let found = 0;
    for (const number of reading.snapshot.numbers) {
      if (isConcerned(await reading.snapshot.read(number), commits)) found += 1;
    }
    return found;
  } finally {
    await reading.snapshot.close();
  }
}
