import { readdir } from 'node:fs/promises';
import { MigratorError } from '../../kernel/errors.ts';

/** The local copy, not a host, is what is gone or broken. Removing its folder and fetching anew mends it. */
class DamagedMirrorError extends MigratorError {
  /** @param detail what was found, if there are words for it */
  constructor(detail: string | null, cause?: unknown) {
    super('unavailable', `The local copy is gone or damaged${detail ? ` (${detail})` : ''}`, {
      hint: 'Resume: the copy is removed and fetched anew.',
      retry: 'yes',
      ...(detail ? { detail } : {}),
      cause,
    });
  }
}

/** Whether an error says that the local copy is gone or damaged, so that it has to be fetched anew. */
export function isDamagedMirror(error: unknown): boolean {
  return error instanceof DamagedMirrorError;
}

/** The error that isDamagedMirror() knows. */
export function damagedMirror(
  options: { detail?: string | null; cause?: unknown } = {},
): MigratorError {
  return new DamagedMirrorError(options.detail ?? null, options.cause);
}

/** Failures that stay what they are, whatever has become of the copy. */
const unrelated: ReadonlySet<string> = new Set(['interrupted', 'time-out', 'disk-full']);

/**
 * Runs work on a mirror, if that is a repository. If the work fails and it is none any more, that is the reason:
 * what the work itself says then (no such folder, no such file, no git) would mislead.
 * @throws what isDamagedMirror() knows, or whatever the work throws
 */
export async function onMirror<T>(
  options: { directory: string; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const { directory, signal } = options;
  if (!(await isRepository(directory))) throw damagedMirror();
  try {
    return await work();
  } catch (error) {
    const stays = error instanceof MigratorError && unrelated.has(error.code);
    if (stays || isDamagedMirror(error) || signal?.aborted) throw error;
    if (await isRepository(directory)) throw error;
    throw damagedMirror({ cause: error });
  }
}

/** Whether a folder has what makes git take it for a repository; what is in it may still be damaged. */
export async function isRepository(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((): string[] => []);
  return ['HEAD', 'config', 'objects', 'refs'].every((name) => names.includes(name));
}
