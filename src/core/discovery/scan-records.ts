import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { parseLine, recordFiles, usingFolder } from './record-file.ts';

/** Describes what an unfinished scan has read so far, kept so that it can be resumed. */
export interface ScanRecords<T> {
  read(): Promise<readonly T[]>;
  add(record: T): Promise<void>;
  /** The scan is finished: the next one reads everything again, because nothing shows what has changed since. */
  clear(): Promise<void>;
}

/** Milliseconds after which records are too old to resume from. */
const maxAge = 24 * 3_600_000;

const headSchema = z.object({ version: z.literal(1), workspace: z.string(), begunAt: z.number() });

/**
 * One file a workspace, whose head says when the scan started.
 * @param options.name what is scanned, in the file's name
 * @param options.fresh ignores what earlier scans have recorded
 * @throws `state` if the folder cannot be used, `disk-full`
 */
export function fileScanRecords<T extends object>(options: {
  name: string;
  schema: z.ZodType<T>;
  folder: string;
  workspace: string;
  fresh: boolean;
  clock: Pick<Clock, 'now'>;
}): ScanRecords<T> {
  const { folder, workspace, fresh, clock, name, schema } = options;
  const digest = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
  const path = join(folder, `${name}-${digest}.ndjson`);
  const files = recordFiles({ folder, schema, fresh });
  return {
    read: () =>
      files.read(path, (found) => {
        const head = parseLine(headSchema, found);
        const isOwn = head !== null && head.workspace === workspace;
        return isOwn && Math.abs(clock.now() - head.begunAt) <= maxAge;
      }),
    add: (record) =>
      files.add(path, record, () =>
        JSON.stringify({ version: 1, workspace, begunAt: clock.now() }),
      ),
    clear: () => usingFolder(folder, () => rm(path, { force: true })),
  };
}
