import type { TargetSecret } from '../../ports/secret-target.ts';
import type { JournalEntry } from '../../secrets/state/journal.ts';
import { stateOfPresent } from '../../secrets/state/secret-state.ts';

/** Milliseconds that the host's clock at its door and that of its database may differ. */
const sameMoment = 2000;
/** How far this machine's clock and the host's may be apart, and an answer may be late. */
const roughly = 600_000;

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
