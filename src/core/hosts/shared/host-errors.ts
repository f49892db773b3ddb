import { hasCode, MigratorError } from '../../kernel/errors.ts';

/** Whether the host hides something from these credentials, or does not have it. */
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
