/** Maps commits of a history to those of its rewritten copy. */
export interface CommitMap {
  /** Commits that changed. */
  readonly size: number;
  /** The new hash; the same where the commit did not change or is unknown. */
  mapped(oid: string): string;
  /**
   * The full new hash for an abbreviated old one of at least 7 hexadecimal digits; null where it is unknown, unchanged or
   * ambiguous.
   */
  expand(prefix: string): string | null;
  entries(): Iterable<readonly [old: string, new: string]>;
}

const fewestDigits = 7;

/** A map of these pairs of old and new hashes. */
export function commitMapOf(pairs: ReadonlyMap<string, string>): CommitMap {
  let sorted: readonly string[] | undefined;
  return {
    size: pairs.size,
    mapped: (oid) => pairs.get(oid) ?? oid,
    expand(prefix) {
      if (prefix.length < fewestDigits) return null;
      sorted ??= [...pairs.keys()].sort();
      const at = firstFrom(sorted, prefix);
      const found = sorted[at];
      if (found === undefined || !found.startsWith(prefix)) return null;
      return sorted[at + 1]?.startsWith(prefix) ? null : (pairs.get(found) ?? null);
    },
    entries: () => pairs.entries(),
  };
}

export const unchangedCommits: CommitMap = commitMapOf(new Map());

/** Position of the first hash that is not before the prefix. */
function firstFrom(sorted: readonly string[], prefix: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
