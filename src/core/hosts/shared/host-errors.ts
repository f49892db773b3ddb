import { hasCode, MigratorError } from '../../kernel/errors.ts';

/** Tells whether the host hides something from these credentials, or does not have it. */
export function isHidden(thrown: unknown): thrown is MigratorError {
  return hasCode(thrown, 'credentials', 'permission', 'not-found', 'refused');
}

/** @param what what was looked for: `Repository acme/web` */
export function notFound(host: string, what: string, hint: string): MigratorError {
  const message = `${what} not found on ${host}, or these credentials cannot access it`;
  return new MigratorError('not-found', message, { hint });
}

/** `null` where something else than an answer of the host came, such as a sign-in page. */
export async function unlessUnreadable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (hasCode(thrown, 'bad-answer')) return null;
    throw thrown;
  }
}

/**
 * Reads the rows of a list, each once; a row of another kind is left out.
 * @param options.read the key and the item of a row; `null` for another row
 * @returns `null` where the host hides the list, which is logged
 */
export async function readShown<T>(
  pages: AsyncIterable<{ readonly values: readonly unknown[] }>,
  options: {
    readonly read: (row: unknown) => readonly [key: string, item: T] | null;
    readonly onHidden: (error: MigratorError) => void;
  },
): Promise<readonly T[] | null> {
  const items = new Map<string, T>();
  try {
    for await (const { values } of pages) {
      for (const row of values) {
        const found = options.read(row);
        if (found !== null) items.set(...found);
      }
    }
  } catch (error) {
    if (!isHidden(error)) throw error;
    options.onHidden(error);
    return null;
  }
  return [...items.values()];
}

/** Gives a missing permission the hint of what the work needs it for. */
export async function withPermissionHint<T>(hint: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!hasCode(error, 'permission')) throw error;
    const { message, status, detail } = error;
    throw new MigratorError('permission', message, { hint, status, detail, cause: error });
  }
}
