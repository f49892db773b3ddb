import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { z } from 'zod';
import { issueWords } from '../../../kernel/documents/issue-text.ts';
import type { Entry } from '../entries/read-entries.ts';
import type { Report } from '../records/findings.ts';
import { readJsonBytes } from '../records/read-records.ts';
import { problemIn } from './server-contents.ts';

/** A pull request with the longest texts stays far below it. */
const maxJsonBytes = 128 * 1024 * 1024;

const unzip = promisify(gunzip) as (data: Buffer, options: object) => Promise<Buffer>;

/** The content of an entry that is compressed by itself; reported and `null` where it is not. */
export async function readCompressed(
  { path, body }: Entry,
  report: Report,
): Promise<Buffer | null> {
  const content = await buffer(body);
  try {
    return await unzip(content, { maxOutputLength: maxJsonBytes });
  } catch (error) {
    const isLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    report(
      isLong
        ? problemIn(path, 'size', 'it is longer than 128 MB')
        : problemIn(path, 'layout', 'it is not compressed with gzip'),
    );
    return null;
  }
}

/** The document of a compressed entry, where it has the shape of its kind. */
export async function readServerJson<Schema extends z.ZodType>(
  entry: Entry,
  schema: Schema,
  report: Report,
): Promise<z.infer<Schema> | null> {
  const content = await readCompressed(entry, report);
  if (content === null) return null;
  const reading = readJsonBytes(content);
  if ('problems' in reading) {
    for (const { message } of reading.problems) report(problemIn(entry.path, 'json', message));
    return null;
  }
  const parsed = schema.safeParse(reading.value, { error: issueWords });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    const where = path.map(String).join('.');
    report(problemIn(entry.path, 'record', where === '' ? message : `${where}: ${message}`));
  }
  return null;
}
