import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';

/** The archive that was written of a repository: a file of other bytes is not ours. */
export const writtenArchive = defineDocument(
  'settings',
  'archive',
  z.object({
    /** Absolute. */
    path: z.string(),
    bytes: z.number(),
    /** In hexadecimal digits. */
    sha256: z.string(),
    /** Of the archive before it: it lies there until this one has the name. */
    earlier: z.string().nullable().default(null),
    pull_requests: z.number(),
    /** Pull requests were not selected when it was written. */
    without_pull_requests: z.boolean().default(false),
    comments: z.number(),
    lfs_objects: z.number(),
    /** Lists what the format has no field for. */
    notes: z.array(
      z.object({ kind: z.string(), count: z.number(), pull_requests: z.array(z.number()) }),
    ),
    people: z.array(
      z.object({
        login: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        /** As the source knows the person: for a user map that is given later. */
        id: z.string().default(''),
        account_id: z.string().nullable().default(null),
        username: z.string().nullable().default(null),
        target: z.string().nullable(),
      }),
    ),
  }),
);

export type WrittenArchive = NonNullable<Awaited<ReturnType<typeof writtenArchive.read>>>;

/** Describes an archive wherever it lies. */
export type ArchiveFacts = Omit<WrittenArchive, 'path' | 'earlier'>;
