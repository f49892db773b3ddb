import type { RefToPush } from './push-batches.ts';

/**
 * The options that let a push replace what the target has under a name, each only if that is still what is
 * expected. Names that the target is not known to have get none: without one git makes a new ref, moves a branch
 * forward, and refuses everything else. Pure.
 * @param expected what the target has under each name; `null` where it must have nothing
 */
export function leases(
  batch: readonly RefToPush[],
  expected: ReadonlyMap<string, string | null>,
): string[] {
  return batch.flatMap(({ ref, oid }) => {
    const there = expected.get(ref);
    return there === undefined || there === oid ? [] : [`--force-with-lease=${ref}:${there ?? ''}`];
  });
}
