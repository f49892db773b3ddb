import type { Clock } from '../../kernel/clock.ts';
import { type Failure, interrupted, toFailure, toMigratorError } from '../../kernel/errors.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type {
  SecretPlace,
  SecretPublicKey,
  SecretTarget,
  SecretVisibility,
  TargetSecret,
} from '../../ports/secret-target.ts';
import type { OrganizationSecret } from '../../secrets/manifest/manifest.ts';
import type { Seal } from '../../secrets/scaffold/seal.ts';
import type { SecretJournal } from '../../secrets/state/journal.ts';
import { type ListedSecrets, listedSecrets } from '../../secrets/state/listed-secrets.ts';
import type { EntryContent, VaultEntries } from '../entries/entries.ts';
import { awaitsValue } from '../entries/entry-metadata.ts';
import { noText, notSeen, tooLarge, unlessForbidden } from './fill-refusals.ts';
import { holderOf } from './may-replace.ts';
import type { SentVersions } from './sent-versions.ts';
import type { ValuesOfPlace, WantedValue } from './wanted-values.ts';

export type ValueState =
  | 'written'
  /** It would be written. */
  | 'to-write'
  /** The entry has no value yet. */
  | 'unfilled'
  /** The manifest wants it, and the vault has no entry. */
  | 'no-entry'
  /** Somebody else has set the secret: it stays as it is. */
  | 'kept'
  /** The secret has this version already. */
  | 'unchanged'
  /** Its repository, or one that is to use it, is not on the target yet. */
  | 'not-migrated'
  | 'failed';

export interface ValueReport extends WantedValue {
  readonly state: ValueState;
  readonly failure: Failure | null;
}

export interface FilledPlace {
  readonly place: SecretPlace;
  readonly values: readonly ValueReport[];
  /** Why nothing could be done here. */
  readonly failure: Failure | null;
}

export interface FillTools {
  readonly entries: VaultEntries;
  readonly target: SecretTarget;
  readonly journal: SecretJournal;
  readonly sent: SentVersions;
  readonly seal: () => Promise<Seal>;
  readonly clock: Pick<Clock, 'now'>;
  readonly redactor: Redactor;
  /** Who may use a new secret of the organisation; `null` where a repository that is to use it is not there. */
  readonly visibilityOf: (secret: OrganizationSecret) => Promise<SecretVisibility | null>;
  readonly isMigrated: (repository: RepositoryName) => Promise<boolean>;
  /** What somebody else has set is replaced too. */
  readonly replaceExisting: boolean;
  /** Bytes of the longest value that the target accepts. */
  readonly maxValueBytes: number;
  readonly dryRun: boolean;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: write nothing more. */
  readonly drain: AbortSignal;
}

/** What concerns one place or one secret alone; anything else ends the run, which can be begun again. */
const ofOne: readonly string[] = ['not-found', 'refused', 'permission', 'bad-answer', 'input-file'];

/**
 * Brings the values of one place's entries to its secrets, one at a time.
 * @throws what concerns all places, `interrupted`
 */
export async function fillPlace(
  tools: FillTools,
  { place, values }: ValuesOfPlace,
): Promise<FilledPlace> {
  const reports: ValueReport[] = [];
  try {
    const rows = await tools.target.list({ ...place, signal: tools.signal });
    if (rows === null && !(await isThere(tools, place))) return notMigrated(place, values);
    let present = await presentOf(tools, place, rows);
    const key = once(() => tools.target.publicKey({ ...place, signal: tools.signal }));
    for (const value of values) {
      if (tools.drain.aborted) throw interrupted();
      if (!present.isCurrent()) present = await listPresent(tools, place);
      reports.push(await fillSafely(tools, { place, value, key, present }));
    }
    return { place, values: reports, failure: null };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (!ofOne.includes(error.code)) throw error;
    const failure = toFailure(error);
    const rest = values.slice(reports.length);
    return {
      place,
      values: [...reports, ...rest.map((one) => ({ ...one, state: 'failed' as const, failure }))],
      failure,
    };
  }
}

async function isThere({ isMigrated }: FillTools, place: SecretPlace): Promise<boolean> {
  return place.kind === 'organization' || isMigrated(place);
}

function notMigrated(place: SecretPlace, values: readonly WantedValue[]): FilledPlace {
  const waiting = values.map((one) => ({ ...one, state: 'not-migrated' as const, failure: null }));
  return { place, values: waiting, failure: null };
}

interface One {
  readonly place: SecretPlace;
  readonly value: WantedValue;
  readonly key: () => Promise<SecretPublicKey>;
  readonly present: ListedSecrets;
}

async function fillSafely(tools: FillTools, one: One): Promise<ValueReport> {
  try {
    return { ...one.value, state: await fill(tools, one), failure: null };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (!ofOne.includes(error.code)) throw error;
    return { ...one.value, state: 'failed', failure: toFailure(error) };
  }
}

/** Decides once more by a new list where the value could not be sent before the old one was too old. */
async function fill(tools: FillTools, one: One): Promise<ValueState> {
  let { present } = one;
  for (;;) {
    const state = await fillBy(tools, { ...one, present });
    if (state !== 'outdated') return state;
    present = await listPresent(tools, one.place, 2 * present.patience);
  }
}

async function fillBy(tools: FillTools, one: One): Promise<ValueState | 'outdated'> {
  const { entries, journal, sent, signal, replaceExisting } = tools;
  const { place, value, present } = one;
  if (value.path === null) return 'no-entry';
  const found = present.find(value.name);
  const holder = found === undefined ? null : holderOf(found, journal.find(place, value.name));
  // Before its value is asked for: it would pass through here for nothing.
  if (holder === 'somebody' && !replaceExisting) return 'kept';
  const facts = await entries.facts(value.path, { signal }).catch(unlessForbidden);
  if (facts !== null && awaitsValue(facts)) return 'unfilled';
  if (holder === 'ours' && facts !== null && sent.find(place, value.name) === facts.version) {
    return 'unchanged';
  }
  if (tools.dryRun) return 'to-write';
  const content = await entries.read(value.path, { signal });
  if (content === null || content.state === 'empty') return 'unfilled';
  if (content.state === 'no-text') throw noText(value.path);
  return writeValue(tools, one, content);
}

/**
 * The one place where a value passes through. It is known to the redactor as long as it is held, the bytes are wiped
 * after they were sealed, and nothing keeps the text.
 */
async function writeValue(
  tools: FillTools,
  one: One,
  content: Extract<EntryContent, { state: 'filled' }>,
): Promise<'written' | 'outdated' | 'not-migrated'> {
  const { redactor, signal, sent } = tools;
  const { place, value, present } = one;
  redactor.add(content.value);
  const bytes = Buffer.from(content.value, 'utf8');
  try {
    if (bytes.length > tools.maxValueBytes)
      throw tooLarge(value, bytes.length, tools.maxValueBytes);
    const key = await one.key();
    const sealed = (await tools.seal())(bytes, key.key);
    const visibility = await visibilityFor(tools, one);
    if (visibility === 'not-migrated') return visibility;
    const outcome = await put(tools, {
      place,
      name: value.name,
      sealed,
      keyId: key.id,
      present,
      ...(visibility === null ? {} : { visibility }),
      signal,
    });
    if (outcome === 'outdated') return outcome;
    await sent.add(place, value.name, content.version);
    return 'written';
  } finally {
    bytes.fill(0);
    redactor.forget(content.value);
  }
}

/** A secret that is there keeps who may use it. */
async function visibilityFor(
  { target, visibilityOf, signal }: FillTools,
  { place, value, present }: One,
): Promise<SecretVisibility | 'not-migrated' | null> {
  if (place.kind !== 'organization' || value.organization === null) return null;
  const { owner } = place;
  const { name } = value;
  const known = present.find(name) ? await target.visibility({ owner, name, signal }) : null;
  return known ?? (await visibilityOf(value.organization)) ?? 'not-migrated';
}

/** So often a lost answer is followed by another try. */
const most = 3;

/** A lost answer is looked up by the secret's time. */
async function put(
  tools: FillTools,
  request: Parameters<SecretTarget['put']>[0] & { readonly present: ListedSecrets },
): Promise<'written' | 'outdated'> {
  const { target, journal } = tools;
  const { present, ...secret } = request;
  const { place, name } = secret;
  const { isCurrent } = present;
  for (let attempt = 1; ; attempt++) {
    await journal.intend(place, name, 'value');
    try {
      const { kind, at } = await target.put({ ...secret, isCurrent });
      if (kind === 'outdated') {
        await journal.withdraw(place, name);
        return 'outdated';
      }
      await journal.wrote(place, name, at);
      return 'written';
    } catch (thrown) {
      const error = toMigratorError(thrown);
      if (ofOne.includes(error.code)) await journal.withdraw(place, name);
      if (error.code !== 'ambiguous-write' || attempt >= most) throw error;
      const found = (await listPresent(tools, place)).find(name);
      if (found === undefined || found.updatedAt === present.find(name)?.updatedAt) continue;
      await journal.wrote(place, name, found.updatedAt);
      return 'written';
    }
  }
}

async function listPresent(
  tools: FillTools,
  place: SecretPlace,
  patience?: number,
): Promise<ListedSecrets> {
  const { target, signal } = tools;
  return presentOf(tools, place, await target.list({ ...place, signal }), patience);
}

async function presentOf(
  { target, clock, signal }: FillTools,
  place: SecretPlace,
  rows: readonly TargetSecret[] | null,
  patience?: number,
): Promise<ListedSecrets> {
  if (rows === null) throw await notSeen(target, place, signal);
  return listedSecrets(rows, { clock, ...(patience === undefined ? {} : { patience }) });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
