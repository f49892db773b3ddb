import { endedBy } from '../../kernel/errors.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { isNullHash } from '../formats/hashes.ts';
import { listRemoteRefs } from '../mirror/refs.ts';
import { fewRefs, type RefToPush } from './push-batches.ts';
import type { PushLimiter } from './push-limiter.ts';
import { type PushAnswer, type PushContext, pushOnce } from './push-once.ts';
import { pushFromView } from './push-view.ts';

/** Describes what the pushes of one operation share. */
export interface Sending {
  readonly context: PushContext;
  /** The same target as the context's, to list its refs again. */
  readonly target: GitAccess;
  readonly pace: PushLimiter;
  /**
   * Object of the target under each name, where known: only that may be replaced. `null`: nothing, so that a
   * ref may only be created.
   */
  readonly expected: Map<string, string | null>;
  /** Objects that may have arrived although the host broke off, by ref. */
  readonly unsure: Map<string, Set<string>>;
  /** True if names are ambiguous in the mirror, so that every push goes from a view of it. */
  readonly fromView: boolean;
  readonly onPush: ((batch: readonly RefToPush[]) => Promise<void>) | undefined;
  pushes: number;
}

/**
 * One push, as soon as the rate limit allows. A ref that seems to have been moved by somebody else, but was moved by a
 * push of ours whose answer was lost (curl may have sent it again by itself), or by nobody at all, is sent once more. One
 * that was to be deleted and is gone counts as up to date.
 * @param refspecs where a ref must not get the object that the mirror has under its name, or the batch is empty
 */
export async function send(
  sending: Sending,
  batch: readonly RefToPush[],
  refspecs?: readonly string[],
): Promise<PushAnswer> {
  const answer = await sendOnce(sending, batch, refspecs);
  const { ours, gone } = await compareAgain(sending, batch, answer);
  const known = new Map(answer);
  for (const { ref } of gone) known.set(ref, { status: 'up-to-date', rejection: null });
  if (ours.length === 0) return known;
  return new Map([...known, ...(await sendOnce(sending, ours, refspecs))]);
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
  await sending.onPush?.(batch);
  sending.pushes += 1;
  const options = leases(batch, expected);
  const isMany = given === undefined && batch.length > fewRefs;
  const refspecs = given ?? batch.map(({ ref }) => `${ref}:${ref}`);
  const answer =
    isMany || (sending.fromView && batch.length > 0)
      ? await pushFromView(context, { batch, leases: options, expected })
      : await pushOnce(context, { batch, leases: options, refspecs, expected });
  for (const { ref, oid } of batch) {
    const rejection = answer.get(ref)?.rejection ?? null;
    if (rejection === null) expected.set(ref, isNullHash(oid) ? null : oid);
    if (rejection?.kind === 'server-trouble') {
      unsure.set(ref, (unsure.get(ref) ?? new Set()).add(oid));
    }
  }
  return answer;
}

interface SecondComparison {
  /** They have what we sent, or still what was expected. */
  readonly ours: readonly RefToPush[];
  /** They were to be deleted, and are gone. */
  readonly gone: readonly RefToPush[];
}

/** Lists the refs again that seem to have been moved by somebody else. Hosts have no common message for a ref that is gone. */
async function compareAgain(
  { context, target, expected, unsure }: Sending,
  batch: readonly RefToPush[],
  answer: PushAnswer,
): Promise<SecondComparison> {
  const candidates = batch.filter(({ ref, oid }) => {
    const rejection = answer.get(ref)?.rejection ?? null;
    return rejection?.kind === 'changed' || (rejection !== null && isNullHash(oid));
  });
  if (candidates.length === 0) return { ours: [], gone: [] };
  const { git, signal } = context;
  const actual = await listRemoteRefs({ git, access: target, signal });
  const gone = candidates.filter(({ ref, oid }) => isNullHash(oid) && !actual.has(ref));
  const ours = candidates.filter(({ ref, oid }) => {
    const there = actual.get(ref);
    // Nobody has moved it: git took an answer from something else than the host for a host without refs.
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
 * expected. Names that the target is not known to have get none: without one git creates a ref, moves a branch
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
