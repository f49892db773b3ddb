import type { Refs } from '../mirror/refs.ts';

/** A ref that is to be pushed. */
export interface RefToPush {
  readonly ref: string;
  /** What nullHash() gives for a ref that is to be deleted. */
  readonly oid: string;
}

/** GitHub has been seen to fail with more; half of it takes most repositories in one push. */
export const mostRefs = 500;

/** So many are quickly compared by git one by one. */
export const fewRefs = 50;

/** What goes with a name that stands in a refspec twice and in a lease: the option, an object, separators. */
const bytesBesides = 90;

/** Bytes of refspecs and leases on one command line; macOS takes 1 MiB with the environment, Linux twice that. */
const mostArgumentBytes = 800_000;

/** What is still to be pushed: the default branch, then branches, then tags, each by name. Pure. */
export function refsInOrder(
  refs: Refs,
  defaultBranch: string | null,
  existing: Refs | undefined,
): RefToPush[] {
  const first = `refs/heads/${defaultBranch ?? ''}`;
  return [...refs]
    .filter(([ref, oid]) => existing?.get(ref) !== oid)
    .map(([ref, oid]) => ({ ref, oid }))
    .sort((a, b) => rank(a.ref, first) - rank(b.ref, first) || (a.ref < b.ref ? -1 : 1));
}

/** Groups that one command takes. Pure. */
export function intoBatches(refs: readonly RefToPush[], most: number): RefToPush[][] {
  const batches: RefToPush[][] = [];
  let batch: RefToPush[] = [];
  let bytes = 0;
  for (const ref of refs) {
    const size = 3 * Buffer.byteLength(ref.ref) + bytesBesides;
    if (batch.length > 0 && (batch.length >= most || bytes + size > mostArgumentBytes)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(ref);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

function rank(ref: string, first: string): number {
  if (ref === first) return 0;
  return ref.startsWith('refs/heads/') ? 1 : 2;
}
