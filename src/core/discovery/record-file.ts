import { appendFile, readFile, writeFile } from 'node:fs/promises';
import type * as z from 'zod';
import { MigratorError, toMigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';

/*
 * Files that keep what discovery has read: a head, then a record a line. Half a line, which a crash may leave, is ignored.
 */

/**
 * Runs work on files of a folder.
 * @param what begins the message of a failure
 * @throws `state` if the folder cannot be used, `disk-full`
 */
export async function usingFolder<T>(
  folder: string,
  work: () => Promise<T>,
  what = `The saved discovery results in ${folder}`,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = toMigratorError(cause);
    if (error.code !== 'unexpected') throw error;
    const code = (cause as { code?: string }).code ?? 'unknown reason';
    throw new MigratorError('state', `${what} cannot be used (${code})`, {
      hint: 'Check that you can read and write there, or point MIGRATOR_STATE_DIR to another folder.',
      cause,
    });
  }
}

/** The lines of a file; none where it does not exist. */
export async function readLines(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Describes what a line holds; `null` for anything that does not fit the schema. */
export function parseLine<T>(schema: z.ZodType<T>, line: string): T | null {
  if (line === '') return null;
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

export function parseRecords<T>(schema: z.ZodType<T>, lines: readonly string[]): readonly T[] {
  return lines.map((line) => parseLine(schema, line)).filter((record) => record !== null);
}

/**
 * Files of a folder with records of one kind, which an earlier process may have begun.
 * @param options.fresh ignores what it has recorded
 */
export function recordFiles<T extends object>(options: {
  folder: string;
  schema: z.ZodType<T>;
  fresh: boolean;
}) {
  const { folder, schema, fresh } = options;
  const begun = new Set<string>();
  return {
    /** @param holds whether what stands under this head still counts */
    read: (path: string, holds: (head: string) => boolean | Promise<boolean>) =>
      usingFolder(folder, async (): Promise<readonly T[]> => {
        const [head, ...lines] = fresh || begun.has(path) ? [] : await readLines(path);
        if (head === undefined || !(await holds(head))) return [];
        begun.add(path);
        return parseRecords(schema, lines);
      }),
    add: (path: string, record: T, head: () => string) =>
      usingFolder(folder, async () => {
        const isNew = !begun.has(path);
        begun.add(path);
        if (isNew) {
          makeFolder(folder);
          await writeFile(path, `${head()}\n`, { mode: 0o600 });
        }
        // The line break before a record ends any half line.
        await appendFile(path, `\n${JSON.stringify(record)}\n`);
      }),
  };
}
