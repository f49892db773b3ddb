import type { SharedRuns } from '../ports/state/shared-run.ts';

/** Milliseconds for which nobody may have a repository that waits in no queue. */
const lostAfter = 2000;

/**
 * Finds jobs that a dead process has taken out of the queue, and nobody works on: the queue gives them to another one
 * only later. To be asked again and again while the queue has nothing.
 */
export function findLost<One extends { readonly source: string }>(given: {
  readonly runs: Pick<SharedRuns, 'listClaims'>;
  readonly migration: string;
  readonly open: ReadonlyMap<string, One>;
  readonly now: () => number;
}): () => Promise<One | null> {
  const seen = new Map<string, number>();
  return async () => {
    const claims = await given.runs.listClaims(given.migration);
    const claimed = new Set(claims.map(({ source }) => source));
    const now = given.now();
    for (const source of seen.keys()) {
      if (claimed.has(source) || !given.open.has(source)) seen.delete(source);
    }
    for (const one of given.open.values()) {
      if (claimed.has(one.source)) continue;
      const since = seen.get(one.source) ?? now;
      seen.set(one.source, since);
      if (now - since < lostAfter) continue;
      // Not to be taken by this process twice.
      seen.delete(one.source);
      return one;
    }
    return null;
  };
}
