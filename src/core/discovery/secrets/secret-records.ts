import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import {
  appendRecord,
  beginFile,
  parseLine,
  parseRecords,
  readLines,
  usingFolder,
} from '../record-file.ts';

const names = z.array(z.object({ name: z.string(), isSecured: z.boolean().nullable() }));

const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('workspace'), names }),
  z.object({ kind: z.literal('repository'), id: z.string(), names }),
  z.object({
    kind: z.literal('environments'),
    id: z.string(),
    environments: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('deployment'), id: z.string(), environment: z.string(), names }),
]);

/** One list that was read; `id` is that of the repository. Names alone, never a value. */
export type SecretRecord = z.infer<typeof recordSchema>;

/** What an unfinished scan has read so far, kept so that it can be resumed. */
export interface SecretRecords {
  read(): Promise<readonly SecretRecord[]>;
  add(record: SecretRecord): Promise<void>;
  /** The scan is finished: the next one reads everything again, because nothing tells what has changed since. */
  clear(): Promise<void>;
}

/** Milliseconds after which records are too old to resume from. */
const maxAge = 24 * 3_600_000;

const headSchema = z.object({ version: z.literal(1), workspace: z.string(), begunAt: z.number() });

/**
 * One file a workspace, whose head says when the scan started.
 * @param options.fresh ignores what earlier scans have recorded
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
    await beginFile(folder, path, JSON.stringify(head));
  }
  return {
    read: () =>
      usingFolder(folder, async () => {
        const [first = '', ...lines] = fresh || isBegun ? [] : await readLines(path);
        const head = parseLine(headSchema, first);
        if (head === null || head.workspace !== workspace) return [];
        if (Math.abs(clock.now() - head.begunAt) > maxAge) return [];
        isBegun = true;
        return parseRecords(recordSchema, lines);
      }),
    add: (record) =>
      usingFolder(folder, async () => {
        await begin();
        await appendRecord(path, record);
      }),
    clear: () => usingFolder(folder, () => rm(path, { force: true })),
  };
}
