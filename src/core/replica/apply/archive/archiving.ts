import type { RepositoryContext } from '../../context/migration-context.ts';
import { trackNumbers } from '../../context/pull-requests/numbering.ts';
import type {
  Attachments,
  Beginning,
  PullRequestContext,
} from '../../context/pull-requests/pull-request-context.ts';
import type { ReadCache } from '../../reading/read-cache.ts';
import { beginningOf } from '../pull-requests/begin.ts';

/** Opens what pull requests are read and prepared with for an archive. */
export async function openArchiving(
  context: RepositoryContext,
  options: {
    readonly cache: ReadCache;
    /** How files of texts get into it. */
    readonly attachments: (beginning: Beginning) => Attachments;
    /** Of all pull requests that the archive has. */
    readonly numbers: readonly number[];
  },
): Promise<PullRequestContext> {
  const beginning = await beginningOf(context, options.cache);
  const attachments = options.attachments(beginning);
  const sorted = options.numbers.toSorted((one, other) => one - other);
  const numbers = trackNumbers({ numbers: sorted, made: new Map(), newest: 0 });
  return { ...beginning, numbers, attachments };
}
