import { once } from '../../kernel/async/once.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasCode, interrupted, toFailure } from '../../kernel/errors.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type {
  SecretPublicKey,
  SecretScope,
  SecretTarget,
  SecretVisibility,
  TargetSecret,
} from '../../ports/secret-target.ts';
import type { OrganizationSecret } from '../../secrets/manifest/manifest.ts';
import type { Seal } from '../../secrets/scaffold/seal.ts';
import type { SecretJournal } from '../../secrets/state/journal.ts';
import { type ListedSecrets, listedSecrets } from '../../secrets/state/listed-secrets.ts';
import { placeErrors, putSecret } from '../../secrets/state/put-secret.ts';
import { holderOf } from '../../secrets/state/secret-state.ts';
import type { EntryContent, VaultEntries } from '../entries/entries.ts';
import { awaitsValue } from '../entries/entry-metadata.ts';
import { noText, notSeen, tooLarge, unlessForbidden } from './fill-refusals.ts';
import type { FilledScope, ValueReport, ValueState } from './fill-report.ts';
import type { SentVersions } from './sent-versions.ts';
import type { ValuesOfScope, WantedValue } from './wanted-values.ts';

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
  /** Replaces values that somebody else has set, too. */
  readonly replaceExisting: boolean;
  /** Bytes of the longest value that the target accepts. */
  readonly maxValueBytes: number;
  readonly dryRun: boolean;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: write nothing more. */
  readonly drain: AbortSignal;
}

const ownErrors = [...placeErrors, 'input-file'] as const;

/**
 * Writes the values of one place's entries to its secrets, one at a time.
 * @throws what concerns all places, `interrupted`
 */
export async function fillScope(
  tools: FillTools,
  { place, values }: ValuesOfScope,
): Promise<FilledScope> {
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
    if (!hasCode(thrown, ...ownErrors)) throw thrown;
    const failure = toFailure(thrown);
    const rest = values.slice(reports.length);
    return {
      place,
      values: [...reports, ...rest.map((one) => ({ ...one, state: 'failed' as const, failure }))],
      failure,
    };
  }
}

async function isThere({ isMigrated }: FillTools, place: SecretScope): Promise<boolean> {
  return place.kind === 'organization' || isMigrated(place);
}

function notMigrated(place: SecretScope, values: readonly WantedValue[]): FilledScope {
  const waiting = values.map((one) => ({ ...one, state: 'not-migrated' as const, failure: null }));
  return { place, values: waiting, failure: null };
}

interface One {
  readonly place: SecretScope;
  readonly value: WantedValue;
  readonly key: () => Promise<SecretPublicKey>;
  readonly present: ListedSecrets;
}

async function fillSafely(tools: FillTools, one: One): Promise<ValueReport> {
  try {
    return { ...one.value, state: await fill(tools, one), failure: null };
  } catch (thrown) {
    if (!hasCode(thrown, ...ownErrors)) throw thrown;
    return { ...one.value, state: 'failed', failure: toFailure(thrown) };
  }
}

/** Decides again by a new list if the old one was outdated before the value could be sent. */
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
  // Before its value is read in vain.
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
 * The only code that handles a value. The redactor knows it as long as it is in memory, its bytes are wiped after
 * sealing, and nothing keeps the text.
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
      visibility: visibility ?? undefined,
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

/** Attempts after lost answers. */
const maxAttempts = 3;

/** After a lost answer the secret's time shows whether it was written. */
async function put(
  tools: FillTools,
  request: Parameters<SecretTarget['put']>[0] & { readonly present: ListedSecrets },
): Promise<'written' | 'outdated'> {
  const { present, ...secret } = request;
  const { place, name } = secret;
  const { isCurrent } = present;
  for (let attempt = 1; ; attempt++) {
    try {
      const kind = await putSecret(tools, 'value', { ...secret, isCurrent });
      return kind === 'outdated' ? kind : 'written';
    } catch (thrown) {
      if (!hasCode(thrown, 'ambiguous-write') || attempt >= maxAttempts) throw thrown;
      const found = (await listPresent(tools, place)).find(name);
      if (found === undefined || found.updatedAt === present.find(name)?.updatedAt) continue;
      await tools.journal.wrote(place, name, found.updatedAt);
      return 'written';
    }
  }
}

async function listPresent(
  tools: FillTools,
  place: SecretScope,
  patience?: number,
): Promise<ListedSecrets> {
  const { target, signal } = tools;
  return presentOf(tools, place, await target.list({ ...place, signal }), patience);
}

async function presentOf(
  { target, clock, signal }: FillTools,
  place: SecretScope,
  rows: readonly TargetSecret[] | null,
  patience?: number,
): Promise<ListedSecrets> {
  if (rows === null) throw await notSeen(target, place, signal);
  return listedSecrets(rows, { clock, patience });
}
