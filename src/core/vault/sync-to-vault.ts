import { inParallel } from '../kernel/async/in-parallel.ts';
import { type Failure, hasCode, interrupted, toFailure } from '../kernel/errors.ts';
import type { EntryFacts, VaultEntries } from './entries/entries.ts';
import type { EntryIntents } from './entries/entry-intents.ts';
import { awaitsValue, entryMetadata } from './entries/entry-metadata.ts';
import { type EntryAddress, entryPath } from './entries/entry-path.ts';
import { unlessForbidden } from './fill/fill-refusals.ts';

export type EntryState =
  /** Just created: it awaits a value. */
  | 'created'
  /** It would be created. */
  | 'to-create'
  /** It existed, and awaits a value. */
  | 'awaiting'
  /** It existed, and somebody has written to it. */
  | 'filled'
  /** It existed; this token may not see whether it has a value. */
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

/** Failures of one entry; any other ends the run, which can be started again. */
const entryErrors = ['permission', 'refused', 'bad-answer'] as const;

/** Entries whose intents are recorded together. */
const batch = 50;
const maxConcurrent = 8;

/**
 * Creates an empty entry for every variable that has none. Never overwrites: the vault itself refuses a write to an
 * existing entry. Values are neither sent nor read.
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
    const together = { concurrency: maxConcurrent, signal: options.signal };
    await inParallel(some, together, async (one, signal) => {
      if (drain.aborted) throw interrupted();
      done.set(one.path, await syncOne({ ...options, signal }, one));
      onDone(done.size);
    });
  }
  if (!dryRun) await intents.clear();
  return all.flatMap(({ path }) => done.get(path) ?? []);
}

type Sync = Parameters<typeof syncToVault>[0];
type Wanted = Pick<SyncedEntry, 'address' | 'path'>;

async function syncOne(options: Sync, one: Wanted): Promise<SyncedEntry> {
  try {
    return options.dryRun ? await check(options, one) : await create(options, one);
  } catch (thrown) {
    if (!hasCode(thrown, ...entryErrors)) throw thrown;
    return { ...one, state: 'failed', version: null, failure: toFailure(thrown) };
  }
}

async function create(
  { entries, workspace, intents, signal }: Sync,
  one: Wanted,
): Promise<SyncedEntry> {
  const { address, path } = one;
  const outcome = await entries.create(path, { signal });
  if (outcome !== 'created') {
    const facts = await entries.facts(path, { signal }).catch(unlessForbidden);
    const isBare = facts?.version === 1 && Object.keys(facts.metadata).length === 0;
    const isOurs = outcome === 'exists-now' || isOfThen(facts, intents.unfinished.get(path));
    if (!isBare || !isOurs) return present(one, facts);
  }
  await entries.describe(path, entryMetadata(address, workspace), { signal });
  return { ...one, state: 'created', version: 1, failure: null };
}

/** Milliseconds that a write comes after its intent, and that two clocks may differ. */
const sameRun = 120_000;
const sameMoment = 5000;

/** A version of another time was filled in by hand, and must not count as empty. */
function isOfThen(facts: EntryFacts | null, intendedAt: number | undefined): boolean {
  const writtenAt = facts?.writtenAt ?? null;
  if (writtenAt === null || intendedAt === undefined) return false;
  return writtenAt >= intendedAt - sameMoment && writtenAt <= intendedAt + sameRun;
}

async function check({ entries, signal }: Sync, one: Wanted): Promise<SyncedEntry> {
  const facts = await entries.facts(one.path, { signal });
  if (facts === null) return { ...one, state: 'to-create', version: 0, failure: null };
  return present(one, facts);
}

function present(one: Wanted, facts: EntryFacts | null): SyncedEntry {
  if (facts === null) return { ...one, state: 'present', version: null, failure: null };
  const state = awaitsValue(facts) ? 'awaiting' : 'filled';
  return { ...one, state, version: facts.version, failure: null };
}
