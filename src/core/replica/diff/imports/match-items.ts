import type { AuditedComment, ReviewVerdict } from '../../../ports/target-audit.ts';
import type { ExpectedItem } from '../../recorded/imports/expected-import.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import { isAtLocation, rootKeyOf } from '../pull-requests/location.ts';
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
  /** Texts and verdicts that nobody has sent. */
  readonly added: readonly ImportedItem[];
}

type Facts = Pick<ImportedItem, 'kind' | 'at' | 'digest'> & { readonly verdict: unknown };

/** Tells whether the first comment of a thread is on other lines than it was sent for. Pure. */
export function isElsewhere(
  { kind, place }: Pick<ExpectedItem, 'kind' | 'place'>,
  { kind: shown, location }: Pick<ImportedItem, 'kind' | 'location'>,
): boolean {
  if (kind !== shown || place === null || location === null) return false;
  return rootKeyOf(place) === null && !isAtLocation(place, location);
}

/** Digest of no text, which many have. */
const nothing = textDigest('');

interface Likeness {
  /** Equal for what is alike; `null`: alike to nothing. */
  readonly of: (facts: Facts) => string | null;
  /** The author has to be one who may be the same. */
  readonly byAuthor: boolean;
}

/**
 * Properties that find a counterpart, from all of them down to a few: a host gives what it imports new ids, and may change
 * any one of them.
 */
const likenesses: readonly Likeness[] = [
  {
    of: ({ kind, at, digest, verdict }) => JSON.stringify([kind, at, digest, verdict]),
    byAuthor: true,
  },
  { of: ({ kind, at, digest }) => JSON.stringify([kind, at, digest]), byAuthor: true },
  {
    of: ({ kind, at, digest, verdict }) => JSON.stringify([kind, at, digest, verdict]),
    byAuthor: false,
  },
  {
    of: ({ kind, digest }) => (digest === nothing ? null : JSON.stringify([kind, digest])),
    byAuthor: false,
  },
  {
    of: ({ kind, at }) => (kind === 'review' ? null : JSON.stringify([kind, at])),
    byAuthor: true,
  },
  {
    of: ({ at, digest }) => (digest === nothing ? null : JSON.stringify([at, digest])),
    byAuthor: false,
  },
];

/** Finds what became of each item of one pull request. Pure. */
export function matchItems(
  expected: readonly ExpectedItem[],
  actual: readonly ImportedItem[],
  authors: Pick<Authors, 'mayBe' | 'targetOf'>,
): MatchedItems {
  const found = new Map<string, ImportedItem>();
  let open = expected;
  let left = actual;
  for (const { of, byAuthor } of likenesses) {
    const alike = Map.groupBy(left, of);
    const taken = new Set<ImportedItem>();
    // Those whose accounts are known first: they leave the right ones to the others.
    const known = open.filter(({ by }) => authors.targetOf(by) !== undefined);
    for (const one of [...known, ...open]) {
      const same = of(one);
      if (same === null || found.has(one.key)) continue;
      const match = alike
        .get(same)
        ?.find((it) => !taken.has(it) && (!byAuthor || authors.mayBe(one.by, it.by)));
      if (match === undefined) continue;
      taken.add(match);
      found.set(one.key, match);
    }
    open = open.filter(({ key }) => !found.has(key));
    left = left.filter((one) => !taken.has(one));
  }
  // Each comment of the diff comes with a review that says nothing.
  const added = left.filter((one) => one.digest !== nothing || one.verdict !== null);
  return { found, lost: open, added };
}
