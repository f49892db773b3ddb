import { createHash } from 'node:crypto';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { usingFolder } from '../../kernel/files/using-folder.ts';

const names = z.array(z.object({ name: z.string(), isSecured: z.boolean().nullable() }));

const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('workspace'), names }),
  z.object({ kind: z.literal('repository'), id: z.string(), names }),
  z.object({
    kind: z.literal('environments'),
    id: z.string(),
    environments: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({
    kind: z.literal('deployment'),
    id: z.string(),
    environment: z.string(),
    names,
  }),
]);

/** One list that was read; `id` is that of the repository. Names alone, never a value. */
export type SecretRecord = z.infer<typeof recordSchema>;

/** What an unfinished look has read so far, kept so that it can go on. */
export interface SecretRecords {
  read(): Promise<readonly SecretRecord[]>;
  add(record: SecretRecord): Promise<void>;
  /** The look is finished: the next one asks for everything anew, because nothing tells what has changed since. */
  clear(): Promise<void>;
}

/** Milliseconds after which what was read is too old to go on from. */
const longest = 24 * 3_600_000;

const headSchema = z.object({ version: z.literal(1), workspace: z.string(), begunAt: z.number() });

/**
 * One file a workspace, a record a line, behind a line that says when the look was begun. Half a line, which a crash
 * may leave, is passed over.
 * @param options.fresh what is kept is not read
 * @throws `state` if the folder cannot be used, `disk-full`
 */
export function fileSecretRecords(options: {
  folder: string;
  workspace: string;
  fresh: boolean;
  clock: Pick<Clock, 'now'>;
}): SecretRecords {
  const { folder, workspace, fresh, clock } = options;
  const digest = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
  const path = join(folder, `secrets-${digest}.ndjson`);
  let isBegun = false;

  async function begin(): Promise<void> {
    if (isBegun) return;
    isBegun = true;
    const head = { version: 1, workspace, begunAt: clock.now() };
    makeFolder(folder);
    await writeFile(path, `${JSON.stringify(head)}\n`, { mode: 0o600 });
  }
  return {
    read: () =>
      usingFolder(folder, async () => {
        const [first = '', ...lines] = fresh || isBegun ? [] : (await textOf(path)).split('\n');
        const head = parsed(headSchema, first);
        if (head === null || head.workspace !== workspace) return [];
        if (Math.abs(clock.now() - head.begunAt) > longest) return [];
        isBegun = true;
        return lines.map((line) => parsed(recordSchema, line)).filter((line) => line !== null);
      }),
    add: (record) =>
      usingFolder(folder, async () => {
        await begin();
        // The line break before it ends whatever half line there may be.
        await appendFile(path, `\n${JSON.stringify(record)}\n`);
      }),
    clear: () => usingFolder(folder, () => rm(path, { force: true })),
  };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  }
}

function parsed<T>(schema: z.ZodType<T>, line: string): T | null {
  if (line === '') return null;
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
