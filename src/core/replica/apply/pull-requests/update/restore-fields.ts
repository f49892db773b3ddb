import { change } from '../../../../journal/change.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import { restoredNotes, restoringChange } from '../../../diff/pull-requests/fields/fields.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import type { KeptRecord } from '../../../recorded/pull-requests/keep-record.ts';
import type { PullRequestRecord } from '../../../recorded/pull-requests/pull-request-record.ts';
import { textsDigest } from '../../../recorded/pull-requests/written-record.ts';
import { changePullRequest, refusalText, tryChange } from '../target/change-pull-request.ts';

interface ToRestore {
  readonly prepared: PreparedPullRequest;
  /** On the target. */
  readonly number: number;
  readonly repair: NonNullable<PullRequestRecord['mend']>;
  readonly kept: KeptRecord;
}

/**
 * Restores the fields that a repair has found changed: title and description together, and one that somebody closed is opened
 * again.
 * @returns what stays, as it is said of the pull request
 */
export async function restoreFields(
  { repository }: WritingContext,
  { prepared, number, repair, kept }: ToRestore,
): Promise<readonly string[]> {
  const { target, targetName, signal } = repository;
  const skipped: string[] = [];
  if (repair.texts) {
    const isRestored = await change({
      context: repository,
      read: () => target.pullRequests.find({ ...targetName, number, signal }),
      async send(now, isCurrent) {
        // A run that was killed may have restored it.
        if (now !== null && textsDigest(now) === textsDigest(prepared.writes)) return true;
        if (now === null || textsDigest(now) !== repair.found) return false;
        const restoring = restoringChange('texts', prepared);
        await changePullRequest(repository, { number, change: restoring, isCurrent });
        return true;
      },
    });
    // The state has digests alone: what the source says now takes the place of what was changed.
    if (isRestored) await kept.save(restoredNotes('texts', prepared));
    else skipped.push('title or description has changed since the comparison, and is kept');
  }
  if (repair.state && prepared.outcome === 'open') {
    const request = { number, change: restoringChange('state', prepared), isNewBranch: true };
    const { refusal } = await tryChange(repository, request);
    if (refusal !== null) skipped.push(`it could not be reopened: ${refusalText(refusal)}`);
  }
  return skipped;
}
