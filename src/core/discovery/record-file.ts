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
  what = `The records of discovery in ${folder}`,
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

/** What a line holds; `null` for anything that does not fit the schema. */
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

export async function beginFile(folder: string, path: string, head: string): Promise<void> {
  makeFolder(folder);
  await writeFile(path, `${head}\n`, { mode: 0o600 });
}

/** The line break before a record ends any half line. */
export async function appendRecord(path: string, record: object): Promise<void> {
  await appendFile(path, `\n${JSON.stringify(record)}\n`);
}
