import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import {
  diffPullRequest,
  type PullRequestDiff,
} from '../../../diff/pull-requests/diff-pull-request.ts';
import type { UpdatePolicy } from '../../../diff/pull-requests/update-policy.ts';
import type { ExistingPullRequest } from '../../../recorded/pull-requests/existing-pull-request.ts';
import { type KeptRecord, keepRecord } from '../../../recorded/pull-requests/keep-record.ts';
import { type RewrittenTexts, rewriteTexts } from '../texts/rewrite-texts.ts';
import type { WrittenConversation } from '../write/write-conversation.ts';
import { restoreFields } from './restore-fields.ts';
import { settleIntended } from './settle-intended.ts';
import { updateFields } from './update-fields.ts';
import { updateReviewers } from './update-reviewers.ts';
import { nothingAdded, writeFurther } from './write-further.ts';

/** Describes what became of a pull request that the target had. */
export interface Updated {
  readonly kept: KeptRecord;
  /** Texts that were written, edited or deleted. */
  readonly comments: number;
  readonly isChanged: boolean;
  /** Fields that stay as they are, and why. */
  readonly skippedFields: readonly string[];
  /** Texts that stay as they are. */
  readonly skippedTexts: RewrittenTexts['skipped'];
  /** The target took it nowhere: retried by the next run. */
  readonly refused: WrittenConversation['refused'];
}

/**
 * Gives a pull request of the target what it should have: what is there as we left it is changed, what is new is written, and
 * what others have changed stays. Its state is another matter (../merge/apply-states.ts). Can be entered again at any point.
 */
export async function updatePullRequest(
  context: PullRequestContext,
  one: ExistingPullRequest,
  policy: UpdatePolicy,
): Promise<Updated> {
  const { records } = context.repository;
  const { prepared, number, object } = one;
  const kept = keepRecord(context.repository, object);
  const adds = policy.texts === 'all';
  const rows = adds
    ? await settleIntended(context, one)
    : await records.listObjects('comment', `${prepared.number}/`);
  const compared = { prepared, record: kept.current(), descriptions: kept.descriptions(), rows };
  const diff = diffPullRequest(compared, policy);
  const needsTarget =
    diff.fields.length > 0 || (adds && diff.texts.texts.some(({ row }) => row === null));
  const readAt = context.repository.clock.now();
  const onTarget = needsTarget ? await find(context, number) : null;
  if (needsTarget && onTarget === null) return deleted(kept);
  const fields = await changeFields(context, { one, kept, diff, onTarget, readAt }, policy);
  const texts = await rewriteTexts({
    ...{ context, number, rewriting: diff.texts },
    // What was changed before took a while.
    ...(onTarget !== null &&
      diff.fields.length === 0 && { description: { body: onTarget.body, at: readAt } }),
    noteDescription: ({ digest, rewriting = '' }) => kept.save({ body: digest, rewriting }),
  });
  const further = { one, kept, rows, skipped: texts.skipped };
  const added = adds ? await writeFurther(context, further) : nothingAdded;
  const asked = await updateReviewers(context, { one, kept, reviewers: policy.reviewers });
  const comments = texts.edited + texts.deleted + added.texts;
  return {
    ...{
      kept,
      comments,
      skippedFields: fields.skipped,
      skippedTexts: texts.skipped,
      refused: added.refused,
    },
    isChanged: comments + fields.changed + added.threads + asked > 0,
  };
}

function find({ repository }: PullRequestContext, number: number) {
  const { target, targetName, signal } = repository;
  return target.pullRequests.find({ ...targetName, number, signal });
}

function deleted(kept: KeptRecord): Updated {
  const skippedFields = ['it was deleted on GitHub'];
  return { kept, comments: 0, isChanged: false, skippedFields, skippedTexts: [], refused: [] };
}

interface Changing {
  readonly one: ExistingPullRequest;
  readonly kept: KeptRecord;
  readonly diff: PullRequestDiff;
  readonly onTarget: TargetPullRequest | null;
  readonly readAt: number;
}

async function changeFields(
  context: PullRequestContext,
  { one, kept, diff, onTarget, readAt }: Changing,
  policy: UpdatePolicy,
): Promise<{ readonly changed: number; readonly skipped: readonly string[] }> {
  const repair = kept.current()?.mend ?? null;
  if (policy.fields === 'found' && repair !== null)
    return { changed: 0, skipped: await restoreFields(context, { ...one, repair, kept }) };
  if (onTarget === null) return { changed: 0, skipped: [] };
  const found = { value: onTarget, at: readAt };
  return updateFields(context, { one, kept, changed: diff.fields, found });
}
