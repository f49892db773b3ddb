import type { TargetSecret } from '../../ports/secret-target.ts';
import type { JournalEntry } from './journal.ts';

export type SecretState =
  /** Made with a placeholder just now. */
  | 'made'
  /** It would be made. */
  | 'to-make'
  /** Made by us, and not changed since. */
  | 'placeholder'
  /** Made by us, and changed since. */
  | 'filled'
  /** There, and not made by us as far as this machine knows. */
  | 'present'
  /** Somebody has made it at the same moment, and our placeholder has replaced what they wrote. */
  | 'replaced'
  | 'missing';

/** Milliseconds that the host's clock at its door and that of its database may differ. */
const sameMoment = 2000;
const sameMinute = 60_000;
/** How far this machine's clock and the host's may be apart, and an answer may be late. */
const roughly = 600_000;

/**
 * Whether a secret that is there still holds our placeholder. A secret that was never changed has one time for both
 * its making and its last change; ours was made when we wrote it. Pure.
 */
export function stateOfPresent(
  found: TargetSecret,
  entry: JournalEntry | null,
): 'placeholder' | 'filled' | 'present' {
  if (entry === null) return 'present';
  const { before } = entry;
  // The value never arrived: a run that was killed, or that was refused, has left the placeholder.
  if (before?.what === 'placeholder' && stateOfPresent(found, before) === 'placeholder') {
    return 'placeholder';
  }
  if (entry.what === 'value') return 'filled';
  const { createdAt, updatedAt } = found;
  const { intendedAt, writtenAt } = entry;
  // Nothing tells that anybody has changed it.
  if (createdAt === null || updatedAt === null) return 'placeholder';
  if (writtenAt !== null && updatedAt <= writtenAt + sameMoment) return 'placeholder';
  const [ours, tolerance] = writtenAt === null ? [intendedAt, roughly] : [writtenAt, sameMinute];
  const isUnchanged = updatedAt === createdAt;
  return isUnchanged && Math.abs(createdAt - ours) <= tolerance ? 'placeholder' : 'filled';
}

/**
 * What a secret that is there holds, as far as its times tell: our placeholder, a value of ours, or what somebody else
 * has set, which is never replaced unasked. Pure.
 */
export function holderOf(
  found: TargetSecret,
  entry: JournalEntry | null,
): 'placeholder' | 'ours' | 'somebody' {
  if (entry === null) return 'somebody';
  if (entry.before !== null) {
    // What was only meant may never have arrived: then what was there still is.
    const holder = holderOf(found, entry.before);
    if (holder !== 'somebody') return holder;
  }
  if (entry.what === 'placeholder') {
    return stateOfPresent(found, entry) === 'placeholder' ? 'placeholder' : 'somebody';
  }
  const { updatedAt } = found;
  if (updatedAt === null) return 'somebody';
  const { writtenAt, intendedAt } = entry;
  const isUnchanged =
    writtenAt === null
      ? Math.abs(updatedAt - intendedAt) <= roughly
      : updatedAt <= writtenAt + sameMoment;
  return isUnchanged ? 'ours' : 'somebody';
}
