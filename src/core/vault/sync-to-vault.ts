import { inParallel } from '../kernel/async/in-parallel.ts';
import { type Failure, interrupted, toFailure, toMigratorError } from '../kernel/errors.ts';
import type { EntryFacts, VaultEntries } from './entries/entries.ts';
import type { EntryIntents } from './entries/entry-intents.ts';
import { awaitsValue, entryMetadata } from './entries/entry-metadata.ts';
import { type EntryAddress, entryPath } from './entries/entry-path.ts';

export type EntryState =
  /** Made just now: it awaits a value. */
  | 'created'
  /** It would be made. */
  | 'to-create'
  /** It was there, and awaits a value. */
  | 'awaiting'
  /** It was there, and somebody has written to it. */
  | 'filled'
  /** It was there; whether it has a value is not told to this token. */
  | 'present'
  | 'failed';

export interface SyncedEntry {
  readonly address: EntryAddress;
  /** Below the mount. */
  readonly path: string;
  readonly state: EntryState;
  /** How often it was written, where that is known. */
  readonly version: number | null;
  readonly failure: Failure | null;
}

/** What concerns one entry alone; anything else ends the run, which can be begun again. */
const ofOne: readonly string[] = ['permission', 'refused', 'bad-answer'];

/** Entries whose making is under way together, and written down together beforehand. */
const batch = 50;
const atATime = 8;

/**
 * One entry for every variable, made empty where there is none. Never overwrites: the vault itself refuses a write to
 * an entry that is there. Values are neither sent nor read.
 * @throws what concerns all entries, `interrupted`
 */
export async function syncToVault(options: {
  entries: VaultEntries;
  project: string;
  workspace: string;
  wanted: readonly EntryAddress[];
  intents: EntryIntents;
  dryRun: boolean;
  onDone: (done: number) => void;
  signal: AbortSignal;
  drain: AbortSignal;
}): Promise<readonly SyncedEntry[]> {
  const { project, wanted, intents, dryRun, onDone, drain } = options;
  const all = wanted.map((address) => ({ address, path: entryPath(project, address) }));
  const done = new Map<string, SyncedEntry>();
  for (let start = 0; start < all.length; start += batch) {
    const some = all.slice(start, start + batch);
    if (drain.aborted) throw interrupted();
    if (!dryRun) await intents.begin(some.map(({ path }) => path));
    const together = { concurrency: atATime, signal: options.signal };
    await inParallel(some, together, async (one, signal) => {
      if (drain.aborted) throw interrupted();
      done.set(one.path, await syncOne({ ...options, signal }, one));
      onDone(done.size);
    });
  }
  if (!dryRun) await intents.clear();
  return all.flatMap(({ path }) => done.get(path) ?? []);
}

interface Wanted {
  readonly address: EntryAddress;
  readonly path: string;
}

async function syncOne(
  options: Parameters<typeof syncToVault>[0],
  one: Wanted,
): Promise<SyncedEntry> {
  try {
    return options.dryRun ? await look(options, one) : await make(options, one);
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (!ofOne.includes(error.code)) throw error;
    return { ...one, state: 'failed', version: null, failure: toFailure(error) };
  }
}

async function make(options: Parameters<typeof syncToVault>[0], one: Wanted): Promise<SyncedEntry> {
  const { entries, workspace, intents, signal } = options;
  const { address, path } = one;
  const metadata = entryMetadata(address, workspace);
  const outcome = await entries.create(path, { signal });
  if (outcome === 'created') {
    await entries.describe(path, metadata, { signal });
    return { ...one, state: 'created', version: 1, failure: null };
  }
  const facts = await entries.facts(path, { signal }).catch(unlessForbidden);
  const isBare = facts?.version === 1 && Object.keys(facts.metadata).length === 0;
  const isOurs = outcome === 'exists-now' || isOfThen(facts, intents.left.get(path));
  if (isBare && isOurs) {
    await entries.describe(path, metadata, { signal });
    return { ...one, state: 'created', version: 1, failure: null };
  }
  return present(one, facts);
}

/** Milliseconds that a write comes after its intent, and that two clocks may differ. */
const sameRun = 120_000;
const sameMoment = 5000;

/** What was written at another time was filled in by hand, and must not be taken for empty. */
function isOfThen(facts: EntryFacts | null, intendedAt: number | undefined): boolean {
  const writtenAt = facts?.writtenAt ?? null;
  if (writtenAt === null || intendedAt === undefined) return false;
  return writtenAt >= intendedAt - sameMoment && writtenAt <= intendedAt + sameRun;
}

async function look(
  { entries, signal }: Parameters<typeof syncToVault>[0],
  one: Wanted,
): Promise<SyncedEntry> {
  const facts = await entries.facts(one.path, { signal });
  if (facts === null) return { ...one, state: 'to-create', version: 0, failure: null };
  return present(one, facts);
}

function present(one: Wanted, facts: Awaited<ReturnType<VaultEntries['facts']>>): SyncedEntry {
  if (facts === null) return { ...one, state: 'present', version: null, failure: null };
  const state = awaitsValue(facts) ? 'awaiting' : 'filled';
  return { ...one, state, version: facts.version, failure: null };
}

/** To make entries a token need not be able to look at them. */
function unlessForbidden(thrown: unknown): null {
  if (toMigratorError(thrown).code === 'permission') return null;
  throw thrown;
}
