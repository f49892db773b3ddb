import type { GitAccess } from '../../ports/records/repository.ts';
import { isNullHash } from '../history/hashes.ts';
import { listRemoteRefs } from '../mirror/refs.ts';
import { endedBy } from '../process/git-tool.ts';
import { fewRefs, type RefToPush } from './push-batches.ts';
import type { PushLimiter } from './push-limiter.ts';
import { type PushAnswer, type PushContext, pushOnce } from './push-once.ts';
import { pushFromView } from './push-view.ts';

/** What the pushes of one operation share. */
export interface Sending {
  readonly context: PushContext;
  /** The same target as the context's, for another look at it. */
  readonly target: GitAccess;
  readonly pace: PushLimiter;
  /**
   * What the target has under each name, as far as it is known: only that may be replaced. `null`: nothing is there,
   * and a ref may only be made.
   */
  readonly expected: Map<string, string | null>;
  /** What may have arrived although the host broke off, by ref. */
  readonly unsure: Map<string, Set<string>>;
  /** Whether names are ambiguous in the mirror, so that no ref is pushed from there. */
  readonly fromView: boolean;
  pushes: number;
}

/**
 * One push, when its turn has come. A ref that seems to have been moved by somebody else, but was moved by a push of
 * ours whose answer was lost (curl may have sent it again by itself), or by nobody at all, is sent once more. One that is to be deleted,
 * and is gone, is as it should be.
 * @param refspecs where a ref shall not get the object that the mirror has under its name, or none at all
 */
export async function send(
  sending: Sending,
  batch: readonly RefToPush[],
  refspecs?: readonly string[],
): Promise<PushAnswer> {
  const answer = await sendOnce(sending, batch, refspecs);
  const { ours, gone } = await lookAgain(sending, batch, answer);
  const byRef = new Map(answer.byRef);
  for (const { ref } of gone) byRef.set(ref, { status: 'up-to-date', rejection: null });
  if (ours.length === 0) return { byRef };
  const again = await sendOnce(sending, ours, refspecs);
  return { byRef: new Map([...byRef, ...again.byRef]) };
}

async function sendOnce(
  sending: Sending,
  batch: readonly RefToPush[],
  given: readonly string[] | undefined,
): Promise<PushAnswer> {
  const { context, pace, expected, unsure } = sending;
  const { signal } = context;
  await pace.next(signal).catch((error: unknown) => {
    throw signal?.aborted ? endedBy(signal) : error;
  });
  sending.pushes += 1;
  const options = leases(batch, expected);
  const isMany = given === undefined && batch.length > fewRefs;
  const refspecs = given ?? batch.map(({ ref }) => `${ref}:${ref}`);
  const answer =
    isMany || (sending.fromView && batch.length > 0)
      ? await pushFromView(context, { batch, leases: options })
      : await pushOnce(context, { batch, leases: options, refspecs });
  for (const { ref, oid } of batch) {
    const rejection = answer.byRef.get(ref)?.rejection ?? null;
    if (rejection === null) expected.set(ref, isNullHash(oid) ? null : oid);
    if (rejection?.kind === 'server-trouble') {
      unsure.set(ref, (unsure.get(ref) ?? new Set()).add(oid));
    }
  }
  return answer;
}

interface SecondLook {
  /** They have what we sent, or still what was expected; what they have is taken down. */
  readonly ours: readonly RefToPush[];
  /** They were to be deleted, and are not there. */
  readonly gone: readonly RefToPush[];
}

/** Looks at the refs that seem to have been moved by somebody else. How hosts say that a ref is gone, nobody knows. */
async function lookAgain(
  { context, target, expected, unsure }: Sending,
  batch: readonly RefToPush[],
  answer: PushAnswer,
): Promise<SecondLook> {
  const candidates = batch.filter(({ ref, oid }) => {
    const rejection = answer.byRef.get(ref)?.rejection ?? null;
    return rejection?.kind === 'changed' || (rejection !== null && isNullHash(oid));
  });
  if (candidates.length === 0) return { ours: [], gone: [] };
  const { git, signal } = context;
  const actual = await listRemoteRefs({
    git,
    access: target,
    ...(signal === undefined ? {} : { signal }),
  });
  const gone = candidates.filter(({ ref, oid }) => isNullHash(oid) && !actual.has(ref));
  const ours = candidates.filter(({ ref, oid }) => {
    const there = actual.get(ref);
    // Nobody has moved it: something else than the host has answered, and git took that for a host without refs.
    if (expected.has(ref) && expected.get(ref) === (there ?? null)) return true;
    if (there === undefined) return false;
    if (there !== oid && unsure.get(ref)?.has(there) !== true) return false;
    expected.set(ref, there);
    return true;
  });
  return { ours, gone };
}

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
