import { type ErrorCode, MigratorError } from '../../kernel/errors.ts';
import { type LfsTransfer, pushLfs } from '../lfs/lfs.ts';
import type { LfsObject } from '../lfs/lfs-pointer.ts';

/** Each is a process, and a storage that is used up takes nothing at all: so many in a row end it. */
const mostInVain = 24;

/** In all, so that a target that refuses every other one does not keep a run for hours. */
const mostTries = 400;

/** The repository itself is there, since its refs were pushed: without LFS a host says that it is not. */
const refusals: ReadonlySet<ErrorCode> = new Set(['permission', 'refused', 'not-found']);

/**
 * Sends what the target takes. One object may make it refuse all that are asked for together: halves tell which one.
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
