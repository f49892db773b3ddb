import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import {
  conversationCountsSchema,
  pullRequestCountsSchema,
  rewriteFiguresSchema,
} from '../inventory-schema.ts';
import { recordFiles } from '../record-file.ts';

const seenPeople = z.array(
  z.object({
    person: z.object({
      id: z.string().min(1),
      accountId: z.string().nullable(),
      username: z.string().nullable(),
      nickname: z.string().nullable(),
      displayName: z.string(),
      email: z.string().nullable().optional(),
      kind: z.enum(['user', 'app', 'team']),
    }),
    times: z.number(),
  }),
);

const recordSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('listed'),
    counts: pullRequestCountsSchema,
    people: seenPeople,
    conversations: z.array(z.object({ number: z.number(), commentCount: z.number().nullable() })),
  }),
  z.object({ kind: z.literal('lfs'), usesLfs: z.boolean() }),
  z.object({ kind: z.literal('large-files'), figures: rewriteFiguresSchema }),
  z.object({
    kind: z.literal('conversation'),
    number: z.number(),
    counts: conversationCountsSchema,
    people: seenPeople,
  }),
]);

/** One thing that was found out about a repository, at the price of requests. */
export type DeepRecord = z.infer<typeof recordSchema>;

interface RecordedRepository {
  readonly workspace: string;
  readonly id: string;
  /** Records are valid as long as this stays the same; for a day where the source does not report it. */
  readonly updatedAt: string | null;
}

/** Describes what was found out so far, kept so that an interrupted scan can be resumed. */
export interface DeepRecords {
  /** All that is known of a repository in its current version; nothing if it has changed since. */
  read(repository: RecordedRepository): Promise<readonly DeepRecord[]>;
  add(repository: RecordedRepository, record: DeepRecord): Promise<void>;
}

/** Milliseconds: a scan can be resumed on the same day. */
const maxAge = 24 * 3_600_000;

/**
 * One file a repository.
 * @param options.fresh ignores what earlier scans have recorded
 * @throws `state` if the folder cannot be used, `disk-full`
 */
export function fileRecords(options: {
  folder: string;
  fresh: boolean;
  now?: () => number;
}): DeepRecords {
  const { folder, now = Date.now } = options;
  const files = recordFiles({ ...options, schema: recordSchema });

  async function isOld(path: string): Promise<boolean> {
    return now() - (await stat(path)).mtimeMs > maxAge;
  }
  return {
    read(repository) {
      const { path, head } = place(folder, repository);
      return files.read(
        path,
        async (found) => found === head && (repository.updatedAt !== null || !(await isOld(path))),
      );
    },
    add(repository, record) {
      const { path, head } = place(folder, repository);
      return files.add(path, record, () => head);
    },
  };
}

function place(folder: string, { workspace, id, updatedAt }: RecordedRepository) {
  const name = createHash('sha256').update(`${workspace}\n${id}`).digest('hex').slice(0, 32);
  const head = JSON.stringify({ version: 1, workspace, id, updatedAt });
  return { path: join(folder, `${name}.ndjson`), head };
}
