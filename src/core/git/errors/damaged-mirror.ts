import { readdir } from 'node:fs/promises';
import { MigratorError } from '../../kernel/errors.ts';

/** The local copy, not a host, is gone or broken: remove its folder and fetch again. */
class DamagedMirrorError extends MigratorError {}

/** Tells whether an error says that the local copy is gone or damaged, so that it must be fetched again. */
export function isDamagedMirror(error: unknown): boolean {
  return error instanceof DamagedMirrorError;
}

/** The error that isDamagedMirror() knows. */
export function damagedMirror({
  detail,
  cause,
}: {
  detail?: string;
  cause?: unknown;
} = {}): MigratorError {
  const found = detail ? ` (${detail})` : '';
  return new DamagedMirrorError('unavailable', `The local mirror is missing or damaged${found}`, {
    hint: 'Resume: migrator deletes the mirror and fetches it again.',
    retry: 'yes',
    detail: detail || null,
    cause,
  });
}

/** Failures that have nothing to do with the state of the copy. */
const unrelated: ReadonlySet<string> = new Set(['interrupted', 'time-out', 'disk-full']);

/**
 * Runs work on a mirror that must be a repository, before and after: if it is none after a failure, that is the reason,
 * and the work's own message (no such folder, no such file, no git) would mislead.
 * @throws what isDamagedMirror() knows, or what the work throws
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

/** Tells whether git takes a folder for a repository; its content may still be damaged. */
export async function isRepository(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((): string[] => []);
  return ['HEAD', 'config', 'objects', 'refs'].every((name) => names.includes(name));
}
