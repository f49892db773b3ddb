import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { UpdatePolicy } from '../../../diff/pull-requests/update-policy.ts';
import type { ExistingPullRequest } from '../../../recorded/pull-requests/existing-pull-request.ts';
import type { KeptRecord } from '../../../recorded/pull-requests/keep-record.ts';
import { askReviewers } from '../open/request-reviewers.ts';

/**
 * Asks those who are to review an open pull request now and, where they are to be the same as on the source, withdraws the
 * requests of the others.
 * @returns how many requests were made or withdrawn
 */
export async function updateReviewers(
  context: PullRequestContext,
  {
    one: { prepared, number },
    kept,
    reviewers,
  }: {
    readonly one: ExistingPullRequest;
    readonly kept: KeptRecord;
    readonly reviewers: UpdatePolicy['reviewers'];
  },
): Promise<number> {
  const record = kept.current();
  const { pullRequest, outcome } = prepared;
  if (reviewers === 'none' || record === null || pullRequest === null) return 0;
  if (outcome !== 'open' || record.outcome !== 'open') return 0;
  const { target, targetName, signal, users } = context.repository;
  if (users === null || !context.repository.kept.request_reviewers) return 0;
  const before = record.asked ?? [];
  const wanted = new Set(
    pullRequest.reviewers.flatMap((person) => users.find(person)?.toLowerCase() ?? []),
  );
  const withdrawn = reviewers === 'same' ? before.filter((login) => !wanted.has(login)) : [];
  if (withdrawn.length > 0) {
    const request = { ...targetName, number, logins: withdrawn, signal };
    await target.pullRequests.withdrawReviewers(request);
  }
  const asked = before.filter((login) => !withdrawn.includes(login));
  const now = await askReviewers(context, { prepared, number, isNew: false, asked });
  await kept.save({ asked: [...now.asked] });
  return withdrawn.length + now.askedNow;
}
