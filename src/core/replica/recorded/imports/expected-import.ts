import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import { intend } from '../../../journal/intents.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import { eventKinds } from '../../../ports/target-audit.ts';

const itemSchema = z.object({
  /** Unique within the pull request. */
  key: z.string(),
  kind: z.enum(['review', 'review-comment', 'comment']),
  /** Login in the archive; `null`: a deleted account. */
  by: z.string().nullable(),
  /** ISO 8601, to the second. */
  at: z.string(),
  /** Of its text. */
  digest: z.string(),
  /** As locationText() writes it, or `reply to KEY`; `null` in the conversation. */
  place: z.string().nullable(),
  verdict: z.enum(['approved', 'changes-requested']).nullable(),
  /** Of a thread's first comment. */
  isResolved: z.boolean(),
});

const eventSchema = z.object({
  kind: z.enum(eventKinds),
  /** Says what the person did, such as `merged it`. */
  what: z.string(),
  /** Login in the archive; `null`: a deleted account. */
  by: z.string().nullable(),
  /** ISO 8601, to the second. */
  at: z.string(),
  /** Of a merge: its commit; `null`: not known. */
  commit: z.string().nullable(),
});

const asReadSchema = z.object({
  state: z.enum(['open', 'merged', 'declined', 'superseded']).nullable(),
  /** How many there were; `null`: not noted. */
  tasks: z.number().nullable(),
  /** As the source's list showed it; empty: not known. */
  revision: z.string(),
  /** ISO 8601; empty: not known. */
  updatedAt: z.string(),
  /** Digest of its records in the archive; empty: not noted. */
  archived: z.string(),
});

/** Says what the source showed of a pull request when it was read: a later run compares it with what is there then. */
export type AsRead = z.infer<typeof asReadSchema>;

/** Of archives by earlier versions. */
const notNoted: AsRead = { state: null, tasks: null, revision: '', updatedAt: '', archived: '' };

const expectedSchema = z.object({
  outcome: z.enum(['open', 'merged', 'closed']),
  /** Digests. */
  title: z.string(),
  body: z.string(),
  by: z.string().nullable(),
  at: z.string(),
  endedAt: z.string().nullable(),
  head: z.string(),
  headBranch: z.string(),
  base: z.string(),
  isDraft: z.boolean(),
  /** Logins of those whose review is waited for. */
  reviewers: z.array(z.string()),
  asRead: asReadSchema.default(notNoted),
  /** Says what the archive had to change. */
  changes: z.array(z.string()),
  items: z.array(itemSchema),
  /** Oldest first. Archives by earlier versions did not note them. */
  events: z.array(eventSchema).default([]),
});

export type ExpectedItem = z.infer<typeof itemSchema>;

/** Something that happened to a pull request, beside what was said about it. */
export type ExpectedEvent = z.infer<typeof eventSchema>;

/** A pull request as the archive has it, so that it can be compared with what the importer made of it. */
export type ExpectedImport = z.infer<typeof expectedSchema>;

const prefix = 'pull-request ';

type Records = Pick<RepositoryRecords, 'recordIntents' | 'listObjects' | 'forgetObjects'>;

/** Keeps what an import is to create, before it is started. */
export async function expectImports(
  records: Records,
  expected: ReadonlyMap<number, ExpectedImport>,
): Promise<void> {
  const rows = [...expected].map(([number, one]) => {
    return [`${prefix}${number}`, JSON.stringify(one)] as const;
  });
  if (rows.length > 0) await intend(records, 'import', new Map(rows));
}

/** Returns what was kept, by number. */
export async function readExpected(records: Records): Promise<ReadonlyMap<number, ExpectedImport>> {
  const rows = await records.listObjects('import', prefix);
  return new Map(
    rows.flatMap((row) => {
      const expected = readData(expectedSchema, row);
      return expected === null ? [] : [[Number(row.sourceId.slice(prefix.length)), expected]];
    }),
  );
}

export async function forgetExpected(records: Records): Promise<void> {
  const rows = await records.listObjects('import', prefix);
  await records.forgetObjects(
    'import',
    rows.map(({ sourceId }) => sourceId),
  );
}

/** Brings a time of a host to the form of an archive. Pure. */
export function toSecond(time: string): string {
  return `${time.slice(0, 19)}Z`;
}
