import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import { restoringChange } from '../../../diff/pull-requests/fields/fields.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from '../../../recorded/pull-requests/pull-request-record.ts';
import { textsDigest } from '../../../recorded/pull-requests/written-record.ts';
import { changePullRequest, refusalText, tryChange } from '../target/change-pull-request.ts';

interface ToRestore {
  readonly prepared: PreparedPullRequest;
  /** On the target. */
  readonly number: number;
  readonly mend: NonNullable<PullRequestRecord['mend']>;
}

/**
 * Restores the fields that a repair has found changed: title and description together, and one that somebody closed is opened
 * again.
 * @returns what stays, as it is said of the pull request
 */
export async function restoreFields(
  { repository }: WritingContext,
  { prepared, number, mend }: ToRestore,
): Promise<readonly string[]> {
  const { target, targetName, signal } = repository;
  const left: string[] = [];
  if (mend.texts) {
    const now = await target.pullRequests.find({ ...targetName, number, signal });
    if (isAsFound(now, mend))
      await changePullRequest(repository, { number, change: restoringChange('texts', prepared) });
    else if (!isRestored(now, prepared))
      left.push('title or description changed since it was compared, and stays');
  }
  if (mend.state && prepared.outcome === 'open') {
    const request = { number, change: restoringChange('state', prepared), isNewBranch: true };
    const { refusal } = await tryChange(repository, request);
    if (refusal !== null) left.push(`it could not be reopened: ${refusalText(refusal)}`);
  }
  return left;
}

function isAsFound(now: TargetPullRequest | null, { found }: ToRestore['mend']): boolean {
  return now !== null && textsDigest(now) === found;
}

/** A run that was killed may have done it. */
function isRestored(now: TargetPullRequest | null, { writes }: PreparedPullRequest): boolean {
  return now !== null && textsDigest(now) === textsDigest(writes);
}
