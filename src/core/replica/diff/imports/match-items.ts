import type { AuditedComment, ReviewVerdict } from '../../../ports/target-audit.ts';
import type { ExpectedItem } from '../../recorded/imports/expected-import.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import type { Authors } from './authors.ts';

/** A review or a comment that the target shows in an imported pull request. */
export interface ImportedItem {
  readonly kind: ExpectedItem['kind'];
  readonly id: string;
  readonly url: string;
  readonly by: string | null;
  /** ISO 8601, to the second; `null`: unknown. */
  readonly at: string | null;
  readonly digest: string;
  readonly verdict: ReviewVerdict | null;
  /** Where it is on the diff; `null` for what is not. */
  readonly location: Pick<AuditedComment, 'place' | 'madeOn' | 'rootId'> | null;
  /** Of a thread's first comment; `null`: unknown. */
  readonly isResolved: boolean | null;
}

export interface MatchedItems {
  /** By key. */
  readonly found: ReadonlyMap<string, ImportedItem>;
  readonly lost: readonly ExpectedItem[];
}

type Facts = Pick<ImportedItem, 'kind' | 'at' | 'digest' | 'by'> & { readonly verdict: unknown };

/** Digest of no text, which many have. */
const nothing = textDigest('');

/**
 * Properties that find a counterpart, from all of them down to a few: a host gives what it imports new ids, and may change
 * any one of them.
 */
const likenesses: readonly ((facts: Facts) => string | null)[] = [
  ({ kind, at, digest, by, verdict }) => JSON.stringify([kind, at, digest, by, verdict]),
  ({ kind, at, digest, verdict }) => JSON.stringify([kind, at, digest, verdict]),
  ({ kind, at, digest, by }) => JSON.stringify([kind, at, digest, by]),
  ({ kind, digest }) => (digest === nothing ? null : JSON.stringify([kind, digest])),
  ({ kind, at, by }) => (kind === 'review' ? null : JSON.stringify([kind, at, by])),
  ({ at, digest }) => (digest === nothing ? null : JSON.stringify([at, digest])),
];

/** Finds what became of each item of one pull request. Pure. */
export function matchItems(
  expected: readonly ExpectedItem[],
  actual: readonly ImportedItem[],
  authors: Pick<Authors, 'targetOf'>,
): MatchedItems {
  const found = new Map<string, ImportedItem>();
  let open = expected;
  let left = actual;
  for (const likeness of likenesses) {
    const byLikeness = Map.groupBy(left, likeness);
    const taken = new Set<ImportedItem>();
    for (const one of open) {
      const by = authors.targetOf(one.by) ?? null;
      const same = likeness({ ...one, by });
      const match = same === null ? undefined : byLikeness.get(same)?.find((it) => !taken.has(it));
      if (match === undefined) continue;
      taken.add(match);
      found.set(one.key, match);
    }
    open = open.filter(({ key }) => !found.has(key));
    left = left.filter((one) => !taken.has(one));
  }
  return { found, lost: open };
}
