import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseLine, readLines, usingFolder } from '../../discovery/record-file.ts';
import type { Clock } from '../../kernel/clock.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { SecretPlace } from '../../ports/secret-target.ts';
import { lockForWriting, type WriteLock } from './write-lock.ts';

/** What we last wrote, or meant to write, into a secret. */
export interface JournalEntry {
  readonly what: 'placeholder' | 'value';
  /** By this machine's clock, in milliseconds since 1970. */
  readonly intendedAt: number;
  /** By the host's clock; `null` if there was no answer, or no time in it. */
  readonly writtenAt: number | null;
  /** What the secret held before: it may still, unless the write is known. */
  readonly before: JournalEntry | null;
}

/**
 * Every secret that we have written for one owner on a target, with the time: nobody can read a secret back, so only this
 * distinguishes a placeholder from what a person has filled in.
 */
export interface SecretJournal {
  find(place: SecretPlace, name: string): JournalEntry | null;
  /** Durable when it resolves. Call it before the request. */
  intend(place: SecretPlace, name: string, what: JournalEntry['what']): Promise<void>;
  /** @param at the host's time of the write; `null` if unknown */
  wrote(place: SecretPlace, name: string, at: number | null): Promise<void>;
  /** The intended write certainly did not happen. */
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
 * A file in the state folder for each host and owner, with a line for each intent and each answer: a crash leaves at most
 * half a line, which is ignored. It holds only names and times.
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
  const digest = hash('sha256', `${host}\n${owner.toLowerCase()}`);
  const path = join(folder, `${digest.slice(0, 32)}.ndjson`);
  const using = <T>(work: () => Promise<T>) => usingSecrets(folder, work);
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
      using(async () => {
        const entry = { what, intendedAt: clock.now(), writtenAt: null };
        const written = await append(placeKey(place), name.toUpperCase(), entry);
        await written.datasync();
      }),
    wrote: (place, name, at) =>
      using(async () => {
        const key = placeKey(place);
        const before = entries.get(`${key} ${name.toUpperCase()}`);
        if (before === undefined || at === null) return;
        await append(key, name.toUpperCase(), { ...before, writtenAt: at });
      }),
    withdraw: (place, name) =>
      using(async () => {
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
  for (const line of await usingSecrets(folder, () => readLines(path))) {
    const read = parseLine(lineSchema, line);
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
  return usingSecrets(folder, async () => {
    makeFolder(folder);
    return lockForWriting(`${path}.lock`, whose);
  });
}

/** A known write replaces all; an intent keeps what was there before. Pure. */
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

function usingSecrets<T>(folder: string, work: () => Promise<T>): Promise<T> {
  return usingFolder(folder, work, `The records of secrets in ${folder}`);
}
