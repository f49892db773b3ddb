import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import {
  type PullRequestRecord,
  substituteReason,
} from '../../recorded/pull-requests/pull-request-record.ts';
import { fields, type NamedField } from './fields/fields.ts';
import { textsToRestore } from './texts-to-restore.ts';
import { type Rewriting, type SkipReason, textsToRewrite } from './texts-to-rewrite.ts';
import type { UpdatePolicy } from './update-policy.ts';

export type SyncedField = NamedField & Required<Pick<NamedField, 'sync'>>;

/** Changes to one pull request of the target, before the target is looked at. */
export interface PullRequestDiff {
  /** Fields that have changed on the source. */
  readonly fields: readonly SyncedField[];
  readonly texts: Rewriting;
}

interface ToCompare {
  /** Desired. */
  readonly prepared: PreparedPullRequest;
  /** Recorded; `null`: it is not finished. */
  readonly record: PullRequestRecord | null;
  /** Digests that its description may have on the target. */
  readonly descriptions: readonly string[];
  /** Texts that were written into it, as the state has them. */
  readonly rows: readonly CreatedObject[];
}

/** Compares what a pull request should be with what was put there, as far as the policy lets it change. Pure. */
export function diffPullRequest(compared: ToCompare, policy: UpdatePolicy): PullRequestDiff {
  return { fields: fieldsToChange(compared, policy), texts: textsToChange(compared, policy) };
}

function fieldsToChange(
  { prepared, record }: ToCompare,
  policy: UpdatePolicy,
): readonly SyncedField[] {
  return policy.fields === 'changed' && record !== null ? changedFields({ prepared, record }) : [];
}

/** Returns the fields that have changed on the source since they were recorded. Pure. */
export function changedFields({
  prepared,
  record,
}: {
  readonly prepared: PreparedPullRequest;
  readonly record: PullRequestRecord;
}): readonly SyncedField[] {
  const isOpen = prepared.outcome === 'open' && record.outcome === 'open';
  return fields.filter((field): field is SyncedField => {
    if (field.sync === undefined || (field.sync.onlyWhenOpen && !isOpen)) return false;
    const desired = field.desired(prepared);
    return desired !== null && desired !== field.recorded(record);
  });
}

function textsToChange(compared: ToCompare, { texts }: UpdatePolicy): Rewriting {
  const { prepared, record, descriptions, rows } = compared;
  const { writes } = prepared;
  switch (texts) {
    case 'found':
      return textsToRestore({ writes, repair: record?.mend ?? null, rows });
    case 'all':
      return textsToRewrite({ writes, description: descriptions, rows, mayAdd: true });
    case 'edits':
      return withoutDescription(
        textsToRewrite({ writes, description: descriptions, rows }),
        whyDescriptionStays(prepared, record),
      );
  }
}

/** Where the source has changed since, its description would mention what the target does not show. */
function whyDescriptionStays(
  { asSubstitute, pullRequest }: PreparedPullRequest,
  record: PullRequestRecord | null,
): SkipReason | null {
  if (record === null || !record.isDone) return null;
  if (pullRequest !== null && pullRequest.state !== record.state) return 'other-state';
  const hasLostCommits = asSubstitute === null && substituteReason(record) === null;
  return hasLostCommits ? 'brought-otherwise' : null;
}

function withoutDescription({ texts, skipped }: Rewriting, why: SkipReason | null): Rewriting {
  if (why === null) return { texts, skipped };
  const kept = texts.filter(({ group }) => group !== 'description');
  if (kept.length === texts.length) return { texts, skipped };
  return { texts: kept, skipped: [...skipped, { what: 'description', why }] };
}
