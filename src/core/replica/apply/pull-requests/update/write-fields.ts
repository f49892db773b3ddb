import { hasCode } from '../../../../kernel/errors.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { SyncedField } from '../../../diff/pull-requests/diff-pull-request.ts';
import type { FieldWrite } from '../../../diff/pull-requests/fields/field.ts';
import type { FieldName } from '../../../diff/pull-requests/fields/fields.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { findChangedBranches } from '../../own-refs/intend-own-branches.ts';
import { intendKept, recordKept, updateRefs } from '../branches/update-refs.ts';
import { changePullRequest, refusalText, tryChange } from '../target/change-pull-request.ts';

type FieldWriter = (context: WritingContext, write: FieldWrite) => Promise<string | null>;

/** Changes a field of the target. @returns why it stays; `null` where it is changed */
export async function writeField(
  context: WritingContext,
  field: SyncedField,
  write: FieldWrite,
): Promise<string | null> {
  const writer = fieldWriters[field.name];
  if (writer !== undefined) return writer(context, write);
  const { prepared, number, isCurrent } = write;
  const change = field.change?.(prepared);
  if (change === undefined) throw new TypeError(`no writer of ${field.name}`);
  await changePullRequest(context.repository, { number, change, isCurrent });
  return null;
}

/** For each field that takes more than its change. */
export const fieldWriters: Readonly<Partial<Record<FieldName, FieldWriter>>> = {
  async draft({ repository }, { prepared, number }) {
    const { target, targetName, signal } = repository;
    const { isDraft } = prepared.opening;
    try {
      await target.pullRequests.setDraft({ ...targetName, number, isDraft, signal });
      return null;
    } catch (error) {
      if (!hasCode(error, 'refused', 'permission', 'not-found', 'bad-answer')) throw error;
      return `GitHub keeps it ${isDraft ? 'ready for review' : 'a draft'}`;
    }
  },

  async base(context, { prepared, number, onTarget, isCurrent }) {
    const { branch, kind } = prepared.opening.base;
    if (kind === 'kept' && !(await pushKeptBase(context, prepared)))
      return `its base ${branch} was changed on GitHub`;
    // A head that was pushed a moment ago may not be seen yet, and without it nothing lies between the two.
    const isSeen = onTarget.head.commit === prepared.opening.head.commit;
    const request = { number, change: { base: branch }, isNewBranch: !isSeen, isCurrent };
    const { refusal } = await tryChange(context.repository, request);
    return refusal && `its base cannot be changed to ${branch}: ${refusalText(refusal)}`;
  },
};

/** @returns `false` where others have changed it */
async function pushKeptBase(
  context: WritingContext,
  { opening }: PreparedPullRequest,
): Promise<boolean> {
  const { repository } = context;
  await intendKept(context, [opening.base]);
  const ref = fullName(opening.base);
  const expected = (await repository.targetRefs.list()).get(ref) ?? null;
  // Where nothing is there yet, nothing of others is replaced.
  const there = new Map(expected === null ? [] : [[ref, expected]]);
  if ((await findChangedBranches(repository, there)).size > 0) return false;
  await updateRefs(context, [{ ref, to: opening.base.commit, expected }]);
  await recordKept(context, [opening.base]);
  return true;
}
