import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { KnownCommits } from './find-commits.ts';

/** Reads whatever is going to be asked of the history, at once: each new commit would have it read again. */
export async function readHistory(
  { history, repository }: Pick<PullRequestContext, 'history' | 'repository'>,
  known: KnownCommits,
): Promise<void> {
  const refs = await repository.readRefs();
  const commits = [...known.values()].flatMap((hash) => hash ?? []);
  await history.graphOf([...refs.values(), ...commits], repository.signal);
}
