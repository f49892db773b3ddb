import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { EarlierRewrite } from './rewrite-history.ts';

const fileName = 'migrator-rewrite.json';

const pair = z.tuple([z.string(), z.string()]);
const schema = z.object({
  /** Another one means that files become pointers in another way. */
  version: z.literal(2),
  limit: z.number(),
  tips: z.array(z.string()),
  files: z.array(
    z.object({
      blob: z.string(),
      pointer: z.string(),
      oid: z.string(),
      size: z.number(),
      path: z.string(),
    }),
  ),
  lostSignatures: z.object({ commits: z.number(), tags: z.number() }),
  commits: z.array(pair).transform((pairs): ReadonlyMap<string, string> => new Map(pairs)),
});

/** The state of a rewritten copy, which is written last. @returns `null` where there is none for this limit */
export async function readRewriteRecord(
  directory: string,
  limit: number,
): Promise<EarlierRewrite | null> {
  try {
    const found = schema.parse(JSON.parse(await readFile(join(directory, fileName), 'utf8')));
    return found.limit === limit ? found : null;
  } catch {
    // It is made again.
    return null;
  }
}

export async function saveRewriteRecord(
  directory: string,
  limit: number,
  { tips, files, lostSignatures, commits }: EarlierRewrite,
): Promise<void> {
  const path = join(directory, fileName);
  const record = { version: 2, limit, tips, files, lostSignatures, commits: [...commits] };
  await writeFile(`${path}.unfinished`, JSON.stringify(record), { mode: 0o600 });
  await rename(`${path}.unfinished`, path);
}
