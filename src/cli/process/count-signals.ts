/** Where a signal was heard: from the system, or from the launcher, which has got it too where it came from a terminal. */
export type HeardFrom = 'system' | 'launcher';

/** Milliseconds: a key that is held down, or a signal that comes in two ways, is one signal. Nobody types so fast. */
const sameSignal = 150;

/**
 * Counts the signals of two witnesses of the same events: however late one of them tells of what the other has told already, it
 * is not counted twice.
 * @returns whether this is one more
 */
export function signalCounter({
  now,
}: {
  now: () => number;
}): (name: string, from: HeardFrom) => boolean {
  const nothing = { name: '', at: Number.NEGATIVE_INFINITY, times: 0 };
  const heard: Record<HeardFrom, typeof nothing> = { system: nothing, launcher: nothing };
  let counted = 0;
  return (name, from) => {
    const last = heard[from];
    const at = now();
    const isSame = name === last.name && at - last.at < sameSignal;
    heard[from] = { name, at, times: isSame ? last.times : last.times + 1 };
    if (heard[from].times <= counted) return false;
    counted = heard[from].times;
    return true;
  };
}
