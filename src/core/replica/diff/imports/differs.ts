import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { ExpectedImport, ExpectedItem } from '../../recorded/imports/expected-import.ts';
import { foundState } from '../pull-requests/fields/state.ts';
import { rootKeyOf } from '../pull-requests/location.ts';
import type { ImportedItem, MatchedItems } from './match-items.ts';

/** `title` and `body` as digests. */
export type ImportedFields = Pick<
  TargetPullRequest,
  'title' | 'body' | 'isMerged' | 'state' | 'head' | 'base'
>;

/**
 * Tells whether a pull request shows something otherwise that can be read again at any time: a verification names it, and nothing is
 * kept of it. Pure.
 */
export function differs(
  expected: ExpectedImport,
  actual: ImportedFields,
  { found, added }: MatchedItems,
): boolean {
  return (
    added.length > 0 ||
    actual.title !== expected.title ||
    actual.body !== expected.body ||
    actual.head.commit !== expected.head ||
    actual.base.branch !== expected.base ||
    foundState(actual) !== expected.outcome ||
    expected.items.some((item) => {
      const one = found.get(item.key);
      return one !== undefined && itemDiffers(item, one, found);
    })
  );
}

function itemDiffers(
  { digest, place, isResolved }: ExpectedItem,
  one: ImportedItem,
  found: MatchedItems['found'],
): boolean {
  if (one.digest !== digest) return true;
  // A reply is in the thread of another.
  const isRoot = place !== null && rootKeyOf(place) === null;
  if (isRoot && one.isResolved !== null && one.isResolved !== isResolved) return true;
  if (place === null || one.location === null) return false;
  const rootKey = rootKeyOf(place);
  const root = rootKey === null ? undefined : found.get(rootKey);
  return root !== undefined && root.id !== one.location.rootId;
}
