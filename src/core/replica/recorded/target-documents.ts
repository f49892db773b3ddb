import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';

/** The data that a target was created with: whatever differs before the settings were applied is people's. */
export const createdData = defineDocument(
  'settings',
  'created',
  z.object({
    description: z.string().nullable(),
    /** That the host gave it while it was empty; left out by earlier versions. */
    defaultBranch: z.string().nullable().optional(),
  }),
);

/** A cut-over was about to archive the target, as the source is: people may have unarchived it since. */
export const archivedByCutover = defineDocument('settings', 'archived', { parse: Boolean });

/** A target was archived and had to be opened for writing: it is archived again at the end. */
export const openedArchived = defineDocument('settings', 'opened-archived', { parse: Boolean });
