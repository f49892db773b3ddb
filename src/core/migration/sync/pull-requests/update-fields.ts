import { hasCode } from '../../../kernel/errors.ts';
import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import { findChangedBranches } from '../../own-refs/intend-own-branches.ts';
import {
  fullName,
  intendKept,
  recordKept,
  updateRefs,
} from '../../pull-requests/branches/update-refs.ts';
import type { PullRequestContext } from '../../pull-requests/context/pull-request-context.ts';
import type { PullRequestRecord } from '../../pull-requests/records/pull-request-record.ts';
import { textDigest } from '../../pull-requests/records/written-record.ts';
import {
  changePullRequest,
  refusalText,
  tryChange,
} from '../../pull-requests/target/change-pull-request.ts';
import type { Standing } from '../context/standing.ts';

/** Describes what a pull request has other than its texts, where the source has another one now. Pure. */
export interface FieldChanges {
  readonly title: boolean;
  readonly base: boolean;
  readonly draft: boolean;
}

/** Closed ones keep their base, and have no drafts. Pure. */
export function fieldChanges({ prepared, record }: Standing): FieldChanges {
  const isOpen = prepared.outcome === 'open' && record.outcome === 'open';
  const { opening, writes } = prepared;
  return {
    title: textDigest(writes.title) !== record.title,
    base: isOpen && opening.base.branch !== record.base,
    draft: isOpen && opening.isDraft !== record.isDraft,
  };
}

/** Describes what a field is on the target: as wanted, as we left it, or somebody else's. */
type Found = 'wanted' | 'ours' | 'foreign';

interface UpdateFields {
  readonly one: Standing;
  readonly changes: FieldChanges;
  readonly onTarget: TargetPullRequest;
  readonly save: (change: Partial<PullRequestRecord>) => Promise<void>;
}

/**
 * Changes title, base and draft where the target has what we left there.
 * @returns what stays as others have made it, or as the target keeps it
 */
export async function updateFields(
  context: PullRequestContext,
  options: UpdateFields,
): Promise<{ changed: number; left: readonly string[] }> {
  const { changes } = options;
  const left: string[] = [];
  let changed = 0;
  for (const [field, update] of Object.entries(updates)) {
    if (!changes[field as keyof FieldChanges]) continue;
    context.stopIfDraining();
    const why = await update(context, options);
    if (why === 'changed') changed += 1;
    else if (why !== null) left.push(why);
  }
  return { changed, left };
}

type Update = (context: PullRequestContext, options: UpdateFields) => Promise<string | null>;

const updates: Readonly<Record<keyof FieldChanges, Update>> = {
  title: updateTitle,
  base: updateBase,
  draft: updateDraft,
};

async function updateTitle(
  { repository }: PullRequestContext,
  { one, onTarget, save }: UpdateFields,
): Promise<string | null> {
  const { title } = one.prepared.writes;
  const wanted = textDigest(title);
  const now = textDigest(onTarget.title);
  const found = now === wanted ? 'wanted' : isOurs(now, [one.record.title, one.record.retitling]);
  if (found === 'foreign') return 'its title was changed on the target';
  if (found === 'ours') {
    await save({ title: now, retitling: wanted });
    await changePullRequest(repository, { number: one.number, change: { title } });
  }
  await save({ title: wanted, retitling: '' });
  return found === 'ours' ? 'changed' : null;
}

function isOurs(now: string, known: readonly string[]): Found {
  return known.includes(now) ? 'ours' : 'foreign';
}

async function updateBase(
  context: PullRequestContext,
  { one, onTarget, save }: UpdateFields,
): Promise<string | null> {
  const { targetRefs } = context.repository;
  const { base } = one.prepared.opening;
  const now = onTarget.base.branch;
  const found = now === base.branch ? 'wanted' : isOurs(now, [one.record.base || now]);
  if (found === 'foreign') return `its base was changed on the target to ${now}`;
  if (found === 'ours') {
    if (base.kind === 'kept') {
      await intendKept(context, [base]);
      const ref = fullName(base);
      const expected = (await targetRefs.list()).get(ref) ?? null;
      if (
        (await findChangedBranches(context.repository, new Map([[ref, expected ?? '']]))).size > 0
      )
        return `its base ${base.branch} was changed on the target`;
      await updateRefs(context, [{ ref, to: base.commit, expected }]);
      await recordKept(context, [base]);
    }
    // A head that was pushed a moment ago may not be seen yet, and without it nothing lies between the two.
    const isSeen = onTarget.head.commit === one.prepared.opening.head.commit;
    const request = { number: one.number, change: { base: base.branch }, isNewBranch: !isSeen };
    const { refusal } = await tryChange(context.repository, request);
    if (refusal !== null) return `its base cannot become ${base.branch}: ${refusalText(refusal)}`;
  }
  await save({ base: base.branch });
  return found === 'ours' ? 'changed' : null;
}

async function updateDraft(
  { repository }: PullRequestContext,
  { one, onTarget, save }: UpdateFields,
): Promise<string | null> {
  const { target, targetName, signal } = repository;
  const { isDraft } = one.prepared.opening;
  const { record, number } = one;
  if (onTarget.isDraft !== isDraft) {
    if (record.isDraft !== null && onTarget.isDraft !== record.isDraft)
      return 'somebody has changed on the target whether it is a draft';
    try {
      await target.pullRequests.setDraft({ ...targetName, number, isDraft, signal });
    } catch (error) {
      if (!hasCode(error, 'refused', 'permission', 'not-found', 'bad-answer')) throw error;
      return `the target keeps it ${isDraft ? 'ready for review' : 'a draft'}`;
    }
  }
  await save({ isDraft });
  return onTarget.isDraft === isDraft ? null : 'changed';
}
