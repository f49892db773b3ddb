import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Attachments, Beginning } from '../../context/pull-requests/pull-request-context.ts';
import { archiveAttachments } from '../../desired/archive/archive-attachments.ts';

/** Where exports of a Data Center have files of texts is not known: they stay on the source. */
export const noAttachments: Attachments = {
  bring: async (addresses) => new Map([...addresses].map((address) => [address, null])),
  push: async () => {},
  find: async () => 'none',
};

/** How files of texts get into an archive of a format. @param options.folder private: they lie there */
export function attachmentsOf(
  { archive_format: format }: Pick<RepositoryContext['kept'], 'archive_format'>,
  { beginning, folder }: { readonly beginning: Beginning; readonly folder: string },
): Attachments {
  return format === 'github' ? archiveAttachments(beginning, folder) : noAttachments;
}
