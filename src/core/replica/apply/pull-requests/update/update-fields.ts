import { change } from '../../../../journal/change.ts';
import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { SyncedField } from '../../../diff/pull-requests/diff-pull-request.ts';
import { judgeField } from '../../../diff/pull-requests/judge-field.ts';
import type { ExistingPullRequest } from '../../../recorded/pull-requests/existing-pull-request.ts';
import type { KeptRecord } from '../../../recorded/pull-requests/keep-record.ts';
import { writeField } from './write-fields.ts';

interface UpdateFields {
  readonly one: ExistingPullRequest;
  readonly kept: KeptRecord;
  readonly changed: readonly SyncedField[];
  /** The pull request of the target, and when it was read. */
  readonly found: { readonly value: TargetPullRequest; readonly at: number };
}

/**
 * Changes fields where the target has what we left there.
 * @returns what stays as others have made it, or as the target keeps it
 */
export async function updateFields(
  context: PullRequestContext,
  options: UpdateFields,
): Promise<{ readonly changed: number; readonly skipped: readonly string[] }> {
  const skipped: string[] = [];
  let changed = 0;
  for (const field of options.changed) {
    context.stopIfDraining();
    const result = await updateField(context, field, options);
    if (result === 'changed') changed += 1;
    else if (result !== 'same') skipped.push(result.why);
  }
  return { changed, skipped };
}

async function updateField(
  context: PullRequestContext,
  field: SyncedField,
  { one: { prepared, number }, kept, found }: UpdateFields,
): Promise<'changed' | 'same' | { readonly why: string }> {
  const { repository } = context;
  const { target, targetName, signal } = repository;
  return change({
    ...{ context: repository, found },
    read: () => target.pullRequests.find({ ...targetName, number, signal }),
    async send(onTarget, isCurrent) {
      const record = kept.current();
      if (onTarget === null || record === null) return { why: 'it was deleted on GitHub' };
      const verdict = judgeField(field, { prepared, record, onTarget });
      if (verdict.kind === 'foreign') return verdict;
      if (verdict.kind === 'write') {
        const { intend } = field.sync;
        if (intend !== undefined) await kept.save(intend({ prepared, onTarget }));
        const write = { prepared, number, onTarget, isCurrent };
        const why = await writeField(context, field, write);
        if (why !== null) return { why };
      }
      await kept.save(field.note(prepared));
      return verdict.kind === 'same' ? 'same' : 'changed';
    },
  });
}
