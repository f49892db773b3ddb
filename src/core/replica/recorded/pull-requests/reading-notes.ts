import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from './pull-request-record.ts';

type NotedOnReading =
  | 'isDone'
  | 'state'
  | 'laterState'
  | 'changes'
  | 'leftImages'
  | 'losses'
  | 'comments'
  | 'tasks'
  | 'revision'
  | 'updatedAt';

/**
 * Returns what the state keeps of a pull request's reading once all of it is written. Pure.
 * @param options.more in which ways the target has it otherwise, besides those that were prepared
 * @param options.refused texts that the target took nowhere: it is not done then
 */
export function readingNotes(
  { pullRequest, changes, leftImages, comments, tasks }: PreparedPullRequest,
  { more, refused }: { readonly more: readonly string[]; readonly refused: readonly unknown[] },
): Pick<PullRequestRecord, NotedOnReading> {
  return {
    isDone: refused.length === 0,
    state: pullRequest?.state ?? null,
    laterState: null,
    changes: [...changes, ...more],
    leftImages: [...leftImages],
    losses: [],
    ...{ comments, tasks },
    revision: pullRequest?.revision ?? '',
    updatedAt: pullRequest?.updatedAt ?? '',
  };
}
