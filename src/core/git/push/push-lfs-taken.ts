import { type ErrorCode, MigratorError } from '../../kernel/errors.ts';
import type { LfsObject } from '../formats/lfs-pointer.ts';
import { type LfsTransfer, pushLfs } from '../lfs/lfs.ts';

/** A full storage accepts nothing: so many failures in a row end it, since each is a process. */
const mostInVain = 24;

/** In all, so that a target that refuses every other object does not hold up a run for hours. */
const mostTries = 400;

/** `not-found` too: the repository exists, but without LFS a host says that it does not. */
const refusals: ReadonlySet<ErrorCode> = new Set(['permission', 'refused', 'not-found']);

/**
 * Sends what the target accepts. One object may make it refuse a whole request: halving finds which one.
 * @returns what has arrived, and why the rest has not
 */
export async function pushLfsTaken(
  options: LfsTransfer,
): Promise<{ sent: readonly LfsObject[]; refusal: MigratorError | null }> {
  const sent: LfsObject[] = [];
  const parts = [options.objects];
  let refusal: MigratorError | null = null;
  let inVain = 0;
  for (let tries = 0; tries < mostTries && inVain < mostInVain; tries += 1) {
    const objects = parts.shift();
    if (objects === undefined) break;
    try {
      await pushLfs({ ...options, objects });
      for (const object of objects) sent.push(object);
      inVain = 0;
    } catch (thrown) {
      if (!(thrown instanceof MigratorError) || !refusals.has(thrown.code)) throw thrown;
      refusal = thrown;
      inVain += 1;
      if (thrown.code !== 'refused' || objects.length < 2) continue;
      const half = Math.ceil(objects.length / 2);
      parts.push(objects.slice(0, half), objects.slice(half));
    }
  }
  return { sent, refusal };
}
