import * as z from 'zod';
import { rewriteFiguresSchema } from '../../discovery/inventory-schema.ts';
import { defineDocument } from '../../journal/document.ts';

/** The rewrite of a history whose files are over the target's limit, as it was shown before it was confirmed. */
export const rewrittenHistory = defineDocument(
  'settings',
  'rewrite',
  rewriteFiguresSchema.extend({
    /** Somebody has confirmed it: from then on the target has the new hashes. */
    confirmed: z.boolean(),
    /** Absolute paths of its commit maps; `null` before they were written. */
    maps: z.object({ csv: z.string(), filter_repo: z.string() }).nullable(),
  }),
);

export type RewrittenHistory = NonNullable<Awaited<ReturnType<typeof rewrittenHistory.read>>>;
