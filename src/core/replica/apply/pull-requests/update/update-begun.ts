import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { SkippedText } from '../../../diff/pull-requests/texts-to-rewrite.ts';
import { renamingUnfinished, repairing } from '../../../diff/pull-requests/update-policy.ts';
import type { CreatedAs } from '../../../model/prepared-pull-request.ts';
import { recordToRepair } from '../../../recorded/pull-requests/keep-record.ts';
import { readRecord } from '../../../recorded/pull-requests/pull-request-record.ts';
import { type Updated, updatePullRequest } from './update-pull-request.ts';

/** Describes what another user map has changed in one pull request. */
export interface NamesOfOne {
  /** On the source. */
  readonly number: number;
  readonly isChanged: boolean;
  readonly skipped: readonly SkippedText[];
}

/** Tells whether its branches have to be pushed although it was created before. */
export function lacksBranches(object: CreatedObject | undefined): boolean {
  return recordToRepair(object)?.mend?.branches ?? false;
}

/**
 * Restores what a repair has found changed. What is missing is written as always, since the state does not know it any more.
 * @returns `null` where it found nothing
 */
export async function repairBegun(
  context: PullRequestContext,
  { prepared, number }: CreatedAs,
  object: CreatedObject | undefined,
): Promise<Updated | null> {
  if (object === undefined || recordToRepair(object) === null) return null;
  const updated = await updatePullRequest(context, { prepared, object, number }, repairing);
  const say = (what: string) => context.repository.warn(`Pull request ${prepared.number}: ${what}`);
  for (const what of updated.skippedFields) say(what);
  for (const { group = '', why } of updated.skippedTexts) say(`${group} ${whyNotRestored(why)}`);
  return updated;
}

function whyNotRestored(why: SkippedText['why']): string {
  if (why === 'gone-from-source') return 'cannot be restored, because Bitbucket no longer has it';
  if (why === 'refused') return 'cannot be restored, because GitHub refuses its text';
  return 'has changed since the comparison, and is kept';
}

/**
 * Has a pull request that an earlier run has begun under another user map name people as the map does now, once all of it is
 * written.
 * @param options.repaired what was restored of it before
 * @returns `null` where there was no other map, or no earlier run
 */
export async function renameBegun(
  context: PullRequestContext,
  { prepared, number, isNew }: CreatedAs,
  { object, repaired }: { readonly object: CreatedObject | undefined; readonly repaired: boolean },
): Promise<Updated | null> {
  const { kept, records } = context.repository;
  if (isNew || object === undefined || prepared.pullRequest === null) return null;
  // What was imported names people by their accounts.
  const isImported = (readRecord(object)?.archived ?? '') !== '';
  if (kept.user_map_version === 0 || isImported) return null;
  const now = repaired ? await records.findObject('pull-request', object.sourceId) : null;
  const one = { prepared, object: now ?? object, number };
  return updatePullRequest(context, one, renamingUnfinished);
}
