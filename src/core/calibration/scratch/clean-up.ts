import { rm } from 'node:fs/promises';
import { toMigratorError } from '../../kernel/errors.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import { calibrationFolder } from './calibration-folder.ts';
import { scratchMirror } from './open-scratch.ts';
import { type Removed, removeScratch } from './remove-scratch.ts';
import type { ScratchRepositories } from './scratch-repositories.ts';

/** Milliseconds for the last requests of a command that was asked to end. */
export const lastWords = 15_000;

/**
 * Removes a scratch repository at the end of a command, or keeps it where the person asked for that.
 * @param made current: the name that it has by now; it is listed by the first one
 * @returns a sentence for the person; may hold what the host sent. `null` where it was never listed
 */
export async function endScratch(
  { target, keep }: { readonly target: TargetHost; readonly keep: boolean },
  made: {
    readonly owner: string;
    readonly left: ScratchRepositories;
    readonly name: string;
    readonly current: string;
  },
): Promise<string | null> {
  const { owner, left, name, current } = made;
  const full = `${owner}/${current}`;
  const known = { host: target.hostname, owner, name };
  const one = (await left.list()).find((other) => other.name === name);
  if (one === undefined) return null;
  if (keep) {
    await left.remove(known);
    return `${full} was kept`;
  }
  const signal = AbortSignal.timeout(lastWords);
  try {
    const { id = null, isImported = false } = one;
    const named = { owner, name: current, id, isImported, signal };
    const removed = await removeScratch(target, named);
    if (removed !== 'gone') await left.remove(known);
    return removedText(removed, full);
  } catch (error) {
    const { message } = toMigratorError(error);
    return `${full} could not be removed (${message}). The next calibration removes it`;
  }
}

function removedText(removed: Removed, full: string): string {
  if (removed === 'gone') return `${full} was not found. The next calibration looks for it again`;
  return removed === 'archived'
    ? `${full} is archived. Delete it when you like`
    : `Deleted ${full}`;
}

/** Removes what earlier commands could not; says so of each. */
export async function* removeLeftovers(
  {
    target,
    stateFolder,
    signal,
  }: { readonly target: TargetHost; readonly stateFolder: string; readonly signal: AbortSignal },
  left: ScratchRepositories,
): AsyncGenerator<string> {
  for (const one of await left.list()) {
    if (one.host !== target.hostname) continue;
    for (const name of [one.name, `${one.name}-renamed`]) {
      const { owner, id = null, isImported = false } = one;
      const removed = await removeScratch(target, { owner, name, id, isImported, signal });
      if (removed === 'gone') continue;
      yield `${one.owner}/${name} from an earlier calibration was ${removed}`;
    }
    const mirror = scratchMirror(calibrationFolder(stateFolder), one.name);
    await rm(mirror, { recursive: true, force: true });
    await left.remove(one);
  }
}
