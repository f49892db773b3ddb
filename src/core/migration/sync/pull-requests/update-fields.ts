import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { PullRequestContext } from '../../pull-requests/context/pull-request-context.ts';
import type { PullRequestField } from '../../pull-requests/fields/field.ts';
import { fields } from '../../pull-requests/fields/fields.ts';
import type { PullRequestRecord } from '../../pull-requests/records/pull-request-record.ts';
import type { Standing } from '../context/standing.ts';

type SyncedField = PullRequestField & Required<Pick<PullRequestField, 'sync'>>;

/** Returns the fields that the source has otherwise now. Pure. */
export function changedFields({ prepared, record }: Standing): readonly SyncedField[] {
  const isOpen = prepared.outcome === 'open' && record.outcome === 'open';
  return fields.filter(
    (field): field is SyncedField =>
      field.sync !== undefined &&
      (isOpen || !field.sync.isOfOpen) &&
      field.desired(prepared) !== field.recorded(record),
  );
}

interface UpdateFields {
  readonly one: Standing;
  readonly changed: readonly SyncedField[];
  readonly onTarget: TargetPullRequest;
  readonly save: (change: Partial<PullRequestRecord>) => Promise<void>;
}

/**
 * Changes fields where the target has what we left there.
 * @returns what stays as others have made it, or as the target keeps it
 */
export async function updateFields(
  context: PullRequestContext,
  options: UpdateFields,
): Promise<{ changed: number; left: readonly string[] }> {
  const left: string[] = [];
  let changed = 0;
  for (const field of options.changed) {
    context.stopIfDraining();
    const result = await updateField(context, field, options);
    if (result === 'changed') changed += 1;
    else if (result !== 'same') left.push(result.why);
  }
  return { changed, left };
}

async function updateField(
  context: PullRequestContext,
  { sync, ...field }: SyncedField,
  { one, onTarget, save }: UpdateFields,
): Promise<'changed' | 'same' | { readonly why: string }> {
  const { prepared, record, number } = one;
  const now = field.actual(onTarget);
  const isSame = now === field.desired(prepared);
  if (!isSame) {
    const isOurs = sync.isOurs?.(record, now) ?? [null, now].includes(field.recorded(record));
    if (!isOurs) return { why: sync.foreign(onTarget) };
    if (sync.intend !== undefined) await save(sync.intend({ prepared, onTarget }));
    const why = await sync.write(context, { prepared, number, onTarget });
    if (why !== null) return { why };
  }
  await save(field.note(prepared));
  return isSame ? 'same' : 'changed';
}
