import { type Addresses, archiveAddresses } from '../../../archive/write/addresses.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { trackNumbers } from '../../context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import {
  type ArchiveAttachments,
  archiveAttachments,
} from '../../desired/archive/archive-attachments.ts';
import { createLogins, type Logins } from '../../desired/archive/logins.ts';
import { archiveNames } from '../../desired/archive/repository-records.ts';
import type { ReadCache } from '../../reading/read-cache.ts';
import { beginningOf } from '../pull-requests/begin.ts';

/** Says how an archive names its repository and the people in it. */
export interface ArchiveIdentity {
  readonly names: ReturnType<typeof archiveNames>;
  readonly addresses: Addresses;
  readonly logins: Logins;
}

/** The same source has the same names in each archive. */
export function archiveIdentity({ source, sourceName }: RepositoryContext): ArchiveIdentity {
  const names = archiveNames(sourceName);
  const addresses = archiveAddresses({ host: source.webUrl, ...names });
  return { names, addresses, logins: createLogins(addresses, names.owner) };
}

/**
 * Opens what pull requests are rendered with for an archive.
 * @param options.folder private: files of texts lie there
 */
export async function openArchiving(
  context: RepositoryContext,
  options: {
    readonly cache: ReadCache;
    readonly folder: string;
    /** Of all pull requests that the archive has. */
    readonly numbers: readonly number[];
  },
): Promise<{ readonly shared: PullRequestContext; readonly attachments: ArchiveAttachments }> {
  const { cache, folder } = options;
  const beginning = await beginningOf(context, cache);
  const attachments = archiveAttachments(beginning, folder);
  const numbers = trackNumbers({ numbers: options.numbers, made: new Map(), newest: 0 });
  return { shared: { ...beginning, numbers, attachments }, attachments };
}
