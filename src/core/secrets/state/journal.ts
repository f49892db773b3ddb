import type { Clock } from '../../kernel/clock.ts';
import type { SecretScope } from '../../ports/secret-target.ts';
import type { SecretNote } from '../../ports/state/secret-notes.ts';

/** Describes what we last wrote, or meant to write, into a secret. */
export interface JournalEntry {
  readonly what: 'placeholder' | 'value';
  /** By the writing machine's clock, in milliseconds since 1970. */
  readonly intendedAt: number;
  /** By the host's clock; `null` if there was no answer, or no time in it. */
  readonly writtenAt: number | null;
  /** Earlier entry of the secret: it may still hold, unless the write is known. */
  readonly before: JournalEntry | null;
}

/**
 * Every secret that we have written for one owner on a target, with the time: nobody can read a secret back, so only this
 * distinguishes a placeholder from what a person has filled in.
 */
export interface SecretJournal {
  find(place: SecretScope, name: string): JournalEntry | null;
  /** Durable when it resolves. Call it before the request. */
  intend(place: SecretScope, name: string, what: JournalEntry['what']): Promise<void>;
  /** @param at the host's time of the write; `null` if unknown */
  wrote(place: SecretScope, name: string, at: number | null): Promise<void>;
  /** The intended write certainly did not happen. */
  withdraw(place: SecretScope, name: string): Promise<void>;
}

/** Where notes are kept. */
export interface KeptNotes {
  /** Oldest first. */
  readonly notes: readonly SecretNote[];
  /** @param flushed on the disk when it resolves */
  append(note: SecretNote, flushed: boolean): Promise<void>;
}

/** Opens the notes about secrets, and adds to them. */
export function createSecretJournal(
  { notes, append }: KeptNotes,
  clock: Pick<Clock, 'now'>,
): SecretJournal {
  const entries = new Map<string, JournalEntry>();
  for (const one of notes) noteEntry(entries, one);
  const note = async (one: SecretNote, flushed: boolean): Promise<void> => {
    await append(one, flushed);
    noteEntry(entries, one);
  };
  const find = (place: SecretScope, name: string) => {
    const key = { place: placeKey(place), name: name.toUpperCase() };
    return { key, entry: entries.get(`${key.place} ${key.name}`) ?? null };
  };
  return {
    find: (place, name) => find(place, name).entry,
    async intend(place, name, what) {
      const { key } = find(place, name);
      await note({ ...key, what, intendedAt: clock.now(), writtenAt: null }, true);
    },
    async wrote(place, name, at) {
      const { key, entry } = find(place, name);
      if (entry === null || at === null) return;
      const { what, intendedAt } = entry;
      await note({ ...key, what, intendedAt, writtenAt: at }, false);
    },
    async withdraw(place, name) {
      const { key, entry } = find(place, name);
      if (entry === null || entry.writtenAt !== null) return;
      const { intendedAt } = entry;
      await note({ ...key, what: 'nothing', intendedAt, writtenAt: null }, false);
    },
  };
}

function noteEntry(entries: Map<string, JournalEntry>, one: SecretNote): void {
  const { place, name, what, intendedAt, writtenAt } = one;
  const key = `${place} ${name}`;
  const last = entries.get(key) ?? null;
  if (what !== 'nothing') {
    const entry = { what, intendedAt, writtenAt };
    entries.set(key, { ...entry, before: valueBefore(entry, last) });
  } else if (last?.before) entries.set(key, last.before);
  else entries.delete(key);
}

/** A known write replaces all; an intent keeps what was there before. Pure. */
function valueBefore(
  { what, writtenAt }: Omit<JournalEntry, 'before'>,
  last: JournalEntry | null,
): JournalEntry | null {
  if (writtenAt !== null || last === null) return null;
  if (last.writtenAt !== null) return last;
  return last.before ?? (last.what === what ? null : last);
}

/** Names of hosts and people hold no blanks; those of environments may, and are encoded. */
function placeKey(place: SecretScope): string {
  if (place.kind === 'organization') return 'organization';
  const repository = place.name.toLowerCase();
  if (place.kind === 'repository') return `repository/${repository}`;
  return `environment/${repository}/${encodeURIComponent(place.environment.toLowerCase())}`;
}

/** Returns the prefixes of notes about one repository, and about its environments. */
export function placesOf(name: string): readonly string[] {
  const repository = name.toLowerCase();
  return [`repository/${repository}`, `environment/${repository}`];
}
