import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../kernel/files/make-folder.ts';

/** Answers of the source, kept so that a resumed run need not ask for them again. */
export interface ReadCache {
  /** `null` where nothing is kept, or what is kept is too old, damaged or of another revision. */
  read(key: string, wanted?: { revision?: string; maxAge?: number }): Promise<unknown>;
  /** Keeps a value that JSON can hold. A disk that takes it not only costs requests later. */
  write(key: string, value: unknown, revision?: string): Promise<void>;
  forget(key: string): Promise<void>;
  isEmpty(): Promise<boolean>;
}

const usualLimits = {
  entryBytes: 32 * 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
  /** Milliseconds: what the list does not show, such as an edited comment, is read again after a day. */
  maxAge: 24 * 3_600_000,
};

export type ReadCacheLimits = Readonly<typeof usualLimits>;

const headSchema = z.object({
  version: z.literal(1),
  key: z.string(),
  revision: z.string().nullable(),
  at: z.number(),
  digest: z.string(),
});

/** One file an entry: a line that says what it is, with the digest of what follows. */
export function openReadCache(options: {
  folder: string;
  now: () => number;
  limits?: Partial<ReadCacheLimits>;
}): ReadCache {
  const { folder, now } = options;
  const limits = { ...usualLimits, ...options.limits };
  let size: Promise<number> | null = null;
  const pathOf = (key: string) => join(folder, `${digestOf(key).slice(0, 32)}.json`);

  async function writeEntry(key: string, value: unknown, revision: string | null): Promise<void> {
    const body = JSON.stringify(value);
    const head = { version: 1, key, revision, at: now(), digest: digestOf(body) };
    const text = `${JSON.stringify(head)}\n${body}`;
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.entryBytes) return;
    makeFolder(folder);
    size ??= sizeOf(folder);
    const before = await size;
    if (before + bytes > limits.totalBytes) return;
    size = Promise.resolve((await size) + bytes);
    const path = pathOf(key);
    // Under a name of its own first: half of an entry is never read.
    await writeFile(`${path}.unfinished`, text, { mode: 0o600 });
    await rename(`${path}.unfinished`, path);
  }

  return {
    async read(key, { revision, maxAge = limits.maxAge } = {}) {
      const entry = await readEntry(pathOf(key), limits.entryBytes);
      if (entry === null || entry.head.key !== key) return null;
      const age = now() - entry.head.at;
      if (age < 0 || age > maxAge) return null;
      if (revision !== undefined && entry.head.revision !== revision) return null;
      return entry.value;
    },
    async write(key, value, revision) {
      await writeEntry(key, value, revision ?? null).catch(() => {});
    },
    async forget(key) {
      await rm(pathOf(key), { force: true }).catch(() => {});
      // It is counted again with the next entry.
      size = null;
    },
    async isEmpty() {
      return (await readdir(folder).catch(() => [])).length === 0;
    },
  };
}

async function readEntry(
  path: string,
  maxBytes: number,
): Promise<{ head: z.infer<typeof headSchema>; value: unknown } | null> {
  try {
    if ((await stat(path)).size > maxBytes) return null;
    const text = await readFile(path, 'utf8');
    const end = text.indexOf('\n');
    const head = headSchema.parse(JSON.parse(text.slice(0, end)));
    const body = text.slice(end + 1);
    return digestOf(body) === head.digest ? { head, value: JSON.parse(body) } : null;
  } catch {
    return null;
  }
}

async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    sum += found?.size ?? 0;
  }
  return sum;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
