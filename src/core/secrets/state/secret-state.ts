import type { TargetSecret } from '../../ports/secret-target.ts';
import type { JournalEntry } from './journal.ts';

export type SecretState =
  /** Just created with a placeholder. */
  | 'made'
  /** It would be created. */
  | 'to-make'
  /** Created by us, and not changed since. */
  | 'placeholder'
  /** Created by us, and changed since. */
  | 'filled'
  /** Exists, and this machine has not created it. */
  | 'present'
  /** Somebody created it at the same moment, and our placeholder replaced their value. */
  | 'replaced'
  | 'missing';

/** Milliseconds that the host's clock at its door and that of its database may differ. */
const sameMoment = 2000;
const sameMinute = 60_000;
/** How far this machine's clock and the host's may be apart, and an answer may be late. */
const roughly = 600_000;

/**
 * Tells whether an existing secret still holds our placeholder. A secret that was never changed has the same time for
 * its creation and its last change; ours was created when we wrote it. Pure.
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
  // Nothing shows a change.
  if (createdAt === null || updatedAt === null) return 'placeholder';
  if (writtenAt !== null && updatedAt <= writtenAt + sameMoment) return 'placeholder';
  const [ours, tolerance] = writtenAt === null ? [intendedAt, roughly] : [writtenAt, sameMinute];
  const isUnchanged = updatedAt === createdAt;
  return isUnchanged && Math.abs(createdAt - ours) <= tolerance ? 'placeholder' : 'filled';
}

/**
 * Tells who set the value of an existing secret, judged by its times: our placeholder, a value of ours, or somebody
 * else's, which is never replaced unasked. Pure.
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
