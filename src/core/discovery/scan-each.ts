import { interrupted, MigratorError, toMigratorError } from '../kernel/errors.ts';
import { workOnEach } from '../work/work-on-each.ts';

/** A scan of a workspace that can be resumed. */
export interface Scan {
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: end after the requests in flight. */
  readonly drain: AbortSignal;
}

/** Milliseconds between two lines of progress. */
export const progressInterval = 5000;

/** More would not be faster: the source's rate limit decides. */
const lanes = 4;

/**
 * Works through what is scanned, several at a time.
 * @throws `interrupted`, and what `act` throws
 */
export async function scanEach<T>(
  items: readonly T[],
  { signal, drain }: Scan,
  act: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await workOnEach(items, { lanes, signal }, async (item, signal) => {
    if (drain.aborted) return;
    try {
      await act(item, signal);
    } catch (error) {
      // The others may still get their answers.
      if (!drain.aborted) throw error;
    }
  });
  throwIfDraining({ drain });
}

/** @throws `interrupted` */
export function throwIfDraining({ drain }: Pick<Scan, 'drain'>): void {
  if (drain.aborted) throw interrupted();
}

/** A failure of a scan: an interruption says how far it came, and that its results are saved. */
export function scanFailure(thrown: unknown, texts: { message: string; hint: string }) {
  const cause = toMigratorError(thrown);
  if (cause.code !== 'interrupted') return cause;
  const { message, hint } = texts;
  return new MigratorError('interrupted', message, { hint, retry: 'yes', cause });
}
