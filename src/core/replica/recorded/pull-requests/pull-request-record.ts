import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import { namesText } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';

const lossSchema = z.union([
  // Of earlier versions.
  z.string().transform((text): { text: string; key: string | null } => ({ text, key: null })),
  z.object({
    /** A sentence that follows the number of the pull request. */
    text: z.string(),
    /** Of the review or comment that was lost as a whole; `null`: something about it, or about the pull request. */
    key: z.string().nullable(),
  }),
]);

/** Says what an importer lost of a pull request, or shows otherwise. */
export type ImportLoss = z.output<typeof lossSchema>;

/** Key of the comment that lists losses of what is there. */
export const lossesKey = 'import-losses';

const recordSchema = z.object({
  /** Everything of it is written, and it is in its final state. */
  isDone: z.boolean(),
  state: z.enum(['open', 'merged', 'declined', 'superseded']).nullable(),
  /** The state that the source had when a later run read it again, where that is another; such a run changes nothing here. */
  laterState: z.enum(['open', 'merged', 'declined', 'superseded']).nullable().default(null),
  changes: z.array(z.string()),
  leftImages: z.array(z.string()),
  losses: z.array(lossSchema).default([]),
  /** Keys of what a repair writes in place of what was imported: such a text says who wrote it. */
  restored: z.array(z.string()).default([]),
  comments: z.number(),
  /** That the source had when it was read; `null` where that was not noted. */
  tasks: z.number().nullable().default(null),
  /** Digests of title and body, the head's commit and the base's branch: what it is compared by later. */
  title: z.string().default(''),
  /** The title itself, for reports: of any use only while `title` is its digest. */
  titleText: z.string().default(''),
  body: z.string().default(''),
  head: z.string().default(''),
  base: z.string().default(''),
  /** The head's branch on the target; empty where that was not noted. */
  headBranch: z.string().default(''),
  outcome: z.enum(['open', 'merged', 'closed']).default('open'),
  /** True if it was opened as a draft; `null` where that is not known, or it is not open. */
  isDraft: z.boolean().nullable().default(null),
  /** Keys of the comments whose threads were resolved. */
  resolved: z.array(z.string()).default([]),
  /** Which user map its texts go by (choices/kept-options.ts). */
  userMapVersion: z.number().default(0),
  /** Digest of a description that was sent in place of `body`, until it is known that it arrived. */
  rewriting: z.string().default(''),
  /** Logins, in lower case, that were asked for a review; `null` where that was not noted. */
  asked: z.array(z.string()).nullable().default(null),
  /** Revision that the source's list showed when it was read; empty: not known, so that a sync reads it again. */
  revision: z.string().default(''),
  /** When the source had changed it last, in ISO 8601; empty where that is not known. */
  updatedAt: z.string().default(''),
  /** Digest of what an archive had of it; empty: it was not imported. */
  archived: z.string().default(''),
  /** Digest of a title that was sent in place of `title`, until it is known that it arrived. */
  retitling: z.string().default(''),
  /** Changes that a repair has found, until they are restored. */
  mend: z
    .object({
      texts: z.boolean(),
      /** Digest of title and description as they were found; empty: by an earlier version, which noted none. */
      found: z.string().default(''),
      state: z.boolean(),
      branches: z.boolean(),
      /** Keys of what was written into it and has another text now. */
      rewrites: z.array(z.string()),
      /** Digests of these texts as they were found. */
      foundTexts: z.record(z.string(), z.string()).default({}),
    })
    .nullable()
    .default(null),
});

/**
 * Describes what the state keeps with a pull request that was made; `state` is the source's, `null` for a placeholder.
 */
export type PullRequestRecord = z.infer<typeof recordSchema>;

/** Completes a record by the defaults: what is not given is not noted. Pure. */
export function recordWith(given: z.input<typeof recordSchema>): PullRequestRecord {
  return recordSchema.parse(given);
}

export function toRecordText(record: PullRequestRecord): string {
  return JSON.stringify(record);
}

const openedSchema = z.object({
  /** Digest of the description. */
  opened: z.string(),
  rewriting: z.string().default(''),
  /** Digest of the title; empty where that was not noted. */
  title: z.string().default(''),
});

/**
 * Describes what a pull request was opened with, or is about to be, that has no record yet: the source may have another
 * one by now.
 */
export type OpenedWith = z.infer<typeof openedSchema>;

export function toOpenedText(opened: OpenedWith): string {
  return JSON.stringify(opened);
}

/** `null` where it has a record, or it is not known. */
export function readOpened(object: CreatedObject): OpenedWith | null {
  return readData(openedSchema, object);
}

/** `null` for one that is not finished, or whose record cannot be read: then it is gone through once more. */
export function readRecord(object: CreatedObject): PullRequestRecord | null {
  return readData(recordSchema, object);
}

const substituteChange = 'opened with substitute commits: ';

/** Why it was opened between substitutes; `null`: between its own commits. Pure. */
export function substituteReason({ changes }: Pick<PullRequestRecord, 'changes'>): string | null {
  const change = changes.find((one) => one.startsWith(substituteChange));
  return change?.slice(substituteChange.length) ?? null;
}

/** Names some of them by their numbers on the target: ` (#7, #18)`; empty where there is none. Pure. */
export function numbersText(
  rows: readonly CreatedObject[],
  isWanted: (record: PullRequestRecord) => boolean,
): string {
  const numbers = rows.flatMap((row) => {
    const record = row.targetId === null ? null : readRecord(row);
    return record !== null && isWanted(record) ? [Number(row.targetId)] : [];
  });
  const sorted = numbers.sort((one, other) => one - other).map((number) => `#${number}`);
  return sorted.length === 0 ? '' : ` (${namesText(sorted, mostNumbers)})`;
}

/** So many pull requests are named for one warning. */
const mostNumbers = 5;

/** Counts pull requests and comments as Bitbucket has them, and placeholders apart. Pure. */
export function countRecords(rows: readonly CreatedObject[]) {
  const known = rows.flatMap((row) => readRecord(row) ?? []);
  const own = known.filter(({ state }) => state !== null);
  return {
    own: own.length,
    placeholders: known.length - own.length,
    changed: own.filter(({ changes }) => changes.length > 0).length,
    comments: own.reduce((sum, record) => sum + record.comments, 0),
    images: own.reduce((sum, record) => sum + record.leftImages.length, 0),
  };
}
