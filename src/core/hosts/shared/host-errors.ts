import { hasCode, type MigratorError } from '../../kernel/errors.ts';

/** Whether the host hides something from these credentials, or does not have it. */
export function isHidden(thrown: unknown): thrown is MigratorError {
  return hasCode(thrown, 'credentials', 'permission', 'not-found', 'refused');
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
