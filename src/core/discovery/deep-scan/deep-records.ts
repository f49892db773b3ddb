import { createHash } from 'node:crypto';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { usingFolder } from '../../kernel/files/using-folder.ts';
import { pullRequestCountsSchema } from '../inventory-schema.ts';

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
  z.object({
    kind: z.literal('conversation'),
    number: z.number(),
    counts: z.object({
      reviews: z.number(),
      line_threads: z.number(),
      file_threads: z.number(),
      replies: z.number(),
      general: z.number(),
    }),
    people: seenPeople,
  }),
]);

/** One thing that was found out about a repository, at the price of requests. */
export type DeepRecord = z.infer<typeof recordSchema>;

interface RecordedRepository {
  readonly workspace: string;
  readonly id: string;
  /** What is recorded holds as long as this stays the same; for a day where the source does not tell. */
  readonly updatedAt: string | null;
}

/** What was found out so far, kept so that an interrupted look can go on. */
export interface DeepRecords {
  /** All that is kept about a repository as it is now; nothing if it has changed since. */
  read(repository: RecordedRepository): Promise<readonly DeepRecord[]>;
  add(repository: RecordedRepository, record: DeepRecord): Promise<void>;
}

/** A look that was interrupted can go on the same day. */
const longestHold = 24 * 3_600_000;

/**
 * One file a repository, a record a line, behind a line that says what it is about. Half a line, which a crash may
 * leave, is passed over.
 * @param options.fresh what is kept is not read
 * @throws `state` if the folder cannot be used, `disk-full`
 */
export function fileRecords(options: {
  folder: string;
  fresh: boolean;
  now?: () => number;
}): DeepRecords {
  const { folder, fresh, now = Date.now } = options;
  const begun = new Set<string>();

  async function begin(path: string, head: string): Promise<void> {
    begun.add(path);
    makeFolder(folder);
    await writeFile(path, `${head}\n`, { mode: 0o600 });
  }
  async function isOld(path: string): Promise<boolean> {
    return now() - (await stat(path)).mtimeMs > longestHold;
  }
  return {
    read: (repository) =>
      usingFolder(folder, async () => {
        const { path, head } = place(folder, repository);
        const [first, ...lines] = fresh || begun.has(path) ? [] : (await textOf(path)).split('\n');
        if (first !== head || (repository.updatedAt === null && (await isOld(path)))) return [];
        begun.add(path);
        return lines.map(parseRecord).filter((record) => record !== null);
      }),
    add: (repository, record) =>
      usingFolder(folder, async () => {
        const { path, head } = place(folder, repository);
        if (!begun.has(path)) await begin(path, head);
        // The line break before it ends whatever half line there may be.
        await appendFile(path, `\n${JSON.stringify(record)}\n`);
      }),
  };
}

function place(folder: string, { workspace, id, updatedAt }: RecordedRepository) {
  const name = createHash('sha256').update(`${workspace}\n${id}`).digest('hex').slice(0, 32);
  const head = JSON.stringify({ version: 1, workspace, id, updatedAt });
  return { path: join(folder, `${name}.ndjson`), head };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  }
}

function parseRecord(line: string): DeepRecord | null {
  if (line === '') return null;
  try {
    return recordSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
