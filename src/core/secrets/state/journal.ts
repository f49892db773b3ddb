import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { SecretPlace } from '../../ports/secret-target.ts';
import { lockForWriting, type WriteLock } from './write-lock.ts';

/** What we last wrote, or were about to write, into a secret. */
export interface JournalEntry {
  readonly what: 'placeholder' | 'value';
  /** By this machine's clock, in milliseconds since 1970. */
  readonly intendedAt: number;
  /** By the host's clock; `null` if its answer never came or told no time. */
  readonly writtenAt: number | null;
  /** What the secret held by then: where it is not known to be written, that may still be there. */
  readonly before: JournalEntry | null;
}

/**
 * Every secret that we have written on one owner of a target, with the time: nobody can read a secret back, so this
 * tells a placeholder from what a person has filled in.
 */
export interface SecretJournal {
  find(place: SecretPlace, name: string): JournalEntry | null;
  /** Durable when it resolves. Said before the request is sent. */
  intend(place: SecretPlace, name: string, what: JournalEntry['what']): Promise<void>;
  /** @param at the host's time of the write, where it tells it */
  wrote(place: SecretPlace, name: string, at: number | null): Promise<void>;
  /** What was meant has not happened, for certain. */
  withdraw(place: SecretPlace, name: string): Promise<void>;
  close(): Promise<void>;
}

interface Line extends Pick<JournalEntry, 'intendedAt' | 'writtenAt'> {
  readonly what: JournalEntry['what'] | 'nothing';
}

const lineSchema = z.object({
  place: z.string(),
  name: z.string(),
  /** `nothing`: what the line before it meant was not written. */
  what: z.enum(['placeholder', 'value', 'nothing']),
  intended_at: z.number(),
  written_at: z.number().nullable().default(null),
});

/**
 * Kept in the state folder, a file for each host and owner, a line for each intent and each answer: a crash leaves at
 * most half a line, which is passed over. Names and times alone.
 * @throws `state` if the folder cannot be used, or another process writes; `disk-full`
 */
export async function openSecretJournal(options: {
  /** The state folder. */
  folder: string;
  host: string;
  owner: string;
  clock: Pick<Clock, 'now'>;
  /** Secrets are going to be written: nobody else on this machine writes those of this owner until it is closed. */
  writes?: boolean;
}): Promise<SecretJournal> {
  const { host, owner, clock, writes = false } = options;
  const folder = join(options.folder, 'secrets');
  const digest = createHash('sha256').update(`${host}\n${owner.toLowerCase()}`).digest('hex');
  const path = join(folder, `${digest.slice(0, 32)}.ndjson`);
  const lock = writes ? await lockOwner({ folder, path, whose: `${owner} on ${host}` }) : null;
  const entries = await readEntries(folder, path);
  let file: FileHandle | null = null;

  async function append(place: string, name: string, entry: Line): Promise<FileHandle> {
    if (file === null) {
      makeFolder(folder);
      file = await open(path, 'a', 0o600);
    }
    const { what, intendedAt, writtenAt } = entry;
    const line = { place, name, what, intended_at: intendedAt, written_at: writtenAt };
    // The line break before it ends whatever half line there may be.
    await file.appendFile(`\n${JSON.stringify(line)}\n`);
    noteLine(entries, `${place} ${name}`, entry);
    return file;
  }
  return {
    find: (place, name) => entries.get(`${placeKey(place)} ${name.toUpperCase()}`) ?? null,
    intend: (place, name, what) =>
      usingFolder(folder, async () => {
        const entry = { what, intendedAt: clock.now(), writtenAt: null };
        const written = await append(placeKey(place), name.toUpperCase(), entry);
        await written.datasync();
      }),
    wrote: (place, name, at) =>
      usingFolder(folder, async () => {
        const key = placeKey(place);
        const before = entries.get(`${key} ${name.toUpperCase()}`);
        if (before === undefined || at === null) return;
        await append(key, name.toUpperCase(), { ...before, writtenAt: at });
      }),
    withdraw: (place, name) =>
      usingFolder(folder, async () => {
        const key = placeKey(place);
        const last = entries.get(`${key} ${name.toUpperCase()}`);
        if (last === undefined || last.writtenAt !== null) return;
        await append(key, name.toUpperCase(), { ...last, what: 'nothing' });
      }),
    async close() {
      await file?.close();
      file = null;
      lock?.release();
    },
  };
}

async function readEntries(folder: string, path: string): Promise<Map<string, JournalEntry>> {
  const entries = new Map<string, JournalEntry>();
  for (const line of (await usingFolder(folder, () => textOf(path))).split('\n')) {
    const read = parsed(line);
    if (read === null) continue;
    const { what, intended_at: intendedAt, written_at: writtenAt } = read;
    noteLine(entries, `${read.place} ${read.name}`, { what, intendedAt, writtenAt });
  }
  return entries;
}

function noteLine(entries: Map<string, JournalEntry>, key: string, line: Line): void {
  const { what, ...times } = line;
  const last = entries.get(key) ?? null;
  if (what !== 'nothing') {
    const entry = { what, ...times };
    entries.set(key, { ...entry, before: heldBefore(entry, last) });
  } else if (last?.before) entries.set(key, last.before);
  else entries.delete(key);
}

function lockOwner(options: { folder: string; path: string; whose: string }): Promise<WriteLock> {
  const { folder, path, whose } = options;
  return usingFolder(folder, async () => {
    makeFolder(folder);
    return lockForWriting(`${path}.lock`, whose);
  });
}

/** What is known to be written stands alone; what was only meant stands on what was there. Pure. */
function heldBefore(
  { what, writtenAt }: Omit<JournalEntry, 'before'>,
  last: JournalEntry | null,
): JournalEntry | null {
  if (writtenAt !== null || last === null) return null;
  if (last.writtenAt !== null) return last;
  return last.before ?? (last.what === what ? null : last);
}

/** Names of hosts and people hold no blanks; those of environments may, and are encoded. */
function placeKey(place: SecretPlace): string {
  if (place.kind === 'organization') return 'organization';
  const repository = place.name.toLowerCase();
  if (place.kind === 'repository') return `repository/${repository}`;
  return `environment/${repository}/${encodeURIComponent(place.environment.toLowerCase())}`;
}

async function usingFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = toMigratorError(cause);
    if (error.code !== 'unexpected') throw error;
    const code = (cause as { code?: string }).code ?? 'unknown reason';
    throw new MigratorError(
      'state',
      `What is known of secrets, in ${folder}, cannot be used (${code})`,
      {
        hint: 'Check that you may read and write there, or set MIGRATOR_STATE_DIR to another folder.',
        cause,
      },
    );
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  }
}

function parsed(line: string): z.infer<typeof lineSchema> | null {
  if (line === '') return null;
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
