import type { Clock } from '../../kernel/clock.ts';
import type { LeaseHolder } from '../../ports/records/migration.ts';
import type { SecretNote, SecretNotes } from '../../ports/state/secret-notes.ts';
import { keepRenewed } from '../../run/control/keep-lease.ts';
import { openFileNotes } from './file-notes.ts';
import { createSecretJournal, placesOf, type SecretJournal } from './journal.ts';

export interface OpenJournal {
  /** The state folder. */
  readonly folder: string;
  readonly host: string;
  readonly owner: string;
  readonly clock: Clock;
  /** Secrets are going to be written: nobody else writes those of this owner until it is closed. */
  readonly writes: boolean;
  /** `null`: files of this machine keep it. */
  readonly notes: SecretNotes | null;
  readonly process: LeaseHolder;
}

export interface OpenedJournal extends SecretJournal {
  /** Aborted, with the reason, when another run may write: nothing may be written any more. */
  readonly lost: AbortSignal;
  /** By which processes that join write; `null` where none can. */
  readonly lease: string | null;
  /** Reads the secrets of a repository that are known by now, where several processes write. */
  readonly ofRepository: (name: string) => Promise<SecretJournal>;
  close(): Promise<void>;
}

/** @throws `state` if notes cannot be kept, or another process writes; `disk-full` */
export async function openSecretJournal(options: OpenJournal): Promise<OpenedJournal> {
  const { clock, notes } = options;
  if (notes !== null) return openShared(options, notes);
  const file = await openFileNotes(options);
  const journal = createSecretJournal(file, clock);
  return {
    ...{ ...journal, lost: new AbortController().signal, lease: null, close: file.close },
    ofRepository: async () => journal,
  };
}

async function openShared(options: OpenJournal, notes: SecretNotes): Promise<OpenedJournal> {
  const { host, owner, clock } = options;
  const of = { host, owner: owner.toLowerCase() };
  const lease = options.writes ? await notes.acquire(of, options.process) : null;
  const kept = lease === null ? null : keepRenewed({ lease, clock });
  const close = async () => kept?.stop();
  try {
    const append = async (note: SecretNote): Promise<void> => {
      if (lease === null) throw new TypeError('nothing is written in this run');
      await notes.append({ ...of, lease: lease.id }, note);
    };
    let known = await notes.list(of);
    if (known.length === 0) {
      // From before the state was in a database, on this machine.
      known = await earlierNotes(options);
      if (lease !== null) for (const note of known) await append(note);
    }
    return {
      ...createSecretJournal({ notes: known, append }, clock),
      ...{ lease: lease?.id ?? null, lost: kept?.lost ?? new AbortController().signal, close },
      ofRepository: async (name) =>
        createSecretJournal({ notes: await notes.list(of, placesOf(name)), append }, clock),
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** By the lease of the process that leads. */
export async function joinSecretJournal(options: {
  readonly notes: SecretNotes;
  readonly host: string;
  readonly owner: string;
  readonly lease: string;
  /** The repository's. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
}): Promise<SecretJournal> {
  const { notes, host, owner, lease, name, clock } = options;
  const of = { host, owner: owner.toLowerCase() };
  const append = (note: SecretNote) => notes.append({ ...of, lease }, note);
  return createSecretJournal({ notes: await notes.list(of, placesOf(name)), append }, clock);
}

async function earlierNotes(options: OpenJournal) {
  const file = await openFileNotes({ ...options, writes: false });
  await file.close();
  return file.notes;
}
