import * as z from 'zod';
import { defineDocument } from '../../../journal/document.ts';

/** The upload of an archive: what the host needs to go on with it, or where the whole archive lies. */
export const archiveUpload = defineDocument(
  'import',
  'upload',
  z.object({
    /** Of the file. */
    sha256: z.string(),
    progress: z
      .object({
        guid: z.string(),
        uri: z.string(),
        size: z.number(),
        sent: z.number(),
        next: z.string(),
        last: z.string().nullable(),
      })
      .nullable(),
    /** `null` until all of it is there. */
    uri: z.string().nullable(),
  }),
);

/** The importer's log, as far as it is kept. Hostile. */
export const importLog = defineDocument(
  'import',
  'log',
  z.object({
    lines: z.array(
      z.object({
        time: z.string().nullable(),
        level: z.enum(['info', 'warn', 'error']),
        text: z.string(),
      }),
    ),
    isCut: z.boolean(),
  }),
);

/** Result of the comparison with the archive. */
export const comparedImport = defineDocument(
  'import',
  'compared',
  z.object({
    /** Accounts on the target that stand for people of the source, by their logins in the archive. */
    accounts: z.record(z.string(), z.string()),
    /** How many pull requests, reviews and comments each of them has written. */
    written: z.record(z.string(), z.number()).default({}),
    /** Pull requests that show anything otherwise than on the source. */
    different: z.number(),
  }),
);

/** Pull requests of which the target is known to lack something, until the repository is imported again. */
export const outdatedImport = defineDocument(
  'import',
  'outdated',
  z.object({ numbers: z.array(z.number()) }),
);

/** Id of the object for the issue that the importer adds to a repository, with its number there. */
export const importLogIssue = 'log-issue';

/** Ids of the objects for where archives come from, and for the import itself. */
export const importSource = 'source';
export const startedImport = 'started';
