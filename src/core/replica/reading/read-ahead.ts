import { inParallel } from '../../kernel/async/in-parallel.ts';
import { interrupted } from '../../kernel/errors.ts';
import { openReading, type Reading, type ReadPlace } from './reading.ts';

/** Reads pull requests while the history is on its way: both only wait for hosts. */
export interface ReadAhead {
  /** Begins with the list and the conversations that are written first; once, and never where an earlier run has begun. */
  begin(): void;
  /**
   * Waits for what was begun and hands it over once. A step that is entered again reads for itself.
   * @returns `null` where nothing was begun
   * @throws what the list has failed with, after all retries: a second attempt would be as patient once more
   */
  take(): Promise<Reading | null>;
  /** Ends what nobody has taken. */
  drop(): Promise<void>;
}

/** Requests to the source at the same time; half of what the step itself sends, because git reads there as well. */
const concurrency = 3;

/** @param options.first how many conversations are read */
export function createReadAhead(
  place: ReadPlace,
  options: { isWanted: boolean; first: number; signal: AbortSignal },
): ReadAhead {
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  let reading: Promise<Reading> | null = null;
  return {
    begin() {
      if (!options.isWanted) return;
      reading ??= read(place, { ...options, signal });
      // Taking it throws the failure.
      reading.catch(() => {});
    },
    async take() {
      const taken = reading;
      reading = null;
      return taken;
    },
    async drop() {
      leaving.abort(interrupted());
      const left = await this.take().catch(() => null);
      await left?.snapshot.close();
    },
  };
}

async function read(
  place: ReadPlace,
  { first, signal }: { first: number; signal: AbortSignal },
): Promise<Reading> {
  const reading = await openReading(place, { signal, onProgress: () => {} });
  const { snapshot, source, revisions } = reading;
  // Without a revision nothing would be kept of it.
  const numbers = snapshot.numbers.slice(0, first).filter((number) => revisions.has(number));
  try {
    await inParallel(numbers, { concurrency, signal }, async (number, ending) => {
      if (place.isDraining()) return;
      const { commentCount } = await snapshot.read(number);
      const request = { ...place.sourceName, number, commentCount, signal: ending };
      await source.conversation(request);
    });
  } catch {
    // The step asks for what is missing, and says why it fails.
  }
  return reading;
}
