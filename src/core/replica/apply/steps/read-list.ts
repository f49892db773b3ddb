import { hasCode } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { MaxAge } from '../../reading/cached-source.ts';
import { openReading, type Reading } from '../../reading/reading.ts';

/**
 * Reads the list of pull requests.
 * @param options.maxAge as for `cachedSource`
 * @returns `null` where the source has none for the repository
 */
export async function readList(
  context: RepositoryContext,
  { maxAge }: { readonly maxAge?: MaxAge | undefined } = {},
): Promise<Reading | null> {
  const onProgress = (done: number, total: number | null) =>
    context.reportProgress({ done, total, unit: 'pull requests', what: 'reading the list' });
  try {
    const ahead = await context.readAhead.take();
    const { signal } = context;
    return ahead ?? (await openReading(context.readPlace, { signal, onProgress, maxAge }));
  } catch (error) {
    // The repository itself was there a moment ago.
    if (hasCode(error, 'not-found')) return null;
    throw error;
  }
}
