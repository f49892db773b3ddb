import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import type { SyncedField } from './diff-pull-request.ts';

type FieldVerdict =
  /** The target has it already: only the record changes. */
  | { readonly kind: 'same' }
  | { readonly kind: 'write' }
  /** Somebody else has changed it on the target: it stays, whatever the source has. */
  | { readonly kind: 'foreign'; readonly why: string };

/** Decides what to do with a field that has changed on the source, by what the target has. Pure. */
export function judgeField(
  { desired, recorded, actual, sync }: SyncedField,
  {
    prepared,
    record,
    onTarget,
  }: {
    readonly prepared: PreparedPullRequest;
    readonly record: PullRequestRecord;
    readonly onTarget: TargetPullRequest;
  },
): FieldVerdict {
  const now = actual(onTarget);
  if (now === desired(prepared)) return { kind: 'same' };
  const isOurs = sync.isOurs?.(record, now) ?? [null, now].includes(recorded(record));
  return isOurs ? { kind: 'write' } : { kind: 'foreign', why: sync.foreign(onTarget) };
}
