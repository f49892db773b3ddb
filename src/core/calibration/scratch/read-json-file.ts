import { readFile } from 'node:fs/promises';
import type * as z from 'zod';

/** `null` where there is no such file, or it is not one that this version wrote. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
