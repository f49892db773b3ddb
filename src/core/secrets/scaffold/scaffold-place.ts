import type { Clock } from '../../kernel/clock.ts';
import { MigratorError, toFailure, toMigratorError } from '../../kernel/errors.ts';
import type {
  SecretPlace,
  SecretTarget,
  SecretVisibility,
  TargetSecret,
} from '../../ports/secret-target.ts';
import type { ManifestSecret } from '../manifest/manifest.ts';
import type { SecretJournal } from '../state/journal.ts';
import { type ListedSecrets, listedSecrets } from '../state/listed-secrets.ts';
import { type SecretState, stateOfPresent } from '../state/secret-state.ts';
import type { PlaceReport, SecretReport } from './place-report.ts';
import { placeholderOf } from './placeholder.ts';
import type { Seal } from './seal.ts';

/** `look`: how it stands. `rehearse`: what would be made. `make`: make what is missing. */
export type ScaffoldMode = 'look' | 'rehearse' | 'make';

export interface ScaffoldTools {
  readonly mode: ScaffoldMode;
  readonly target: SecretTarget;
  readonly journal: SecretJournal;
  /** Loaded when the first value is sealed. */
  readonly seal: () => Promise<Seal>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told of each secret that was made. */
  readonly onMade: () => void;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: write nothing more. */
  readonly drain: AbortSignal;
}

export interface WantedPlace {
  readonly place: SecretPlace;
  readonly source: string | null;
  readonly secrets: readonly WantedSecret[];
  /** It was made a moment ago, or would be: it has no secrets. */
  readonly isNew?: boolean;
  readonly environmentId?: string | undefined;
}

interface WantedSecret extends ManifestSecret {
  /** An organisation's alone. */
  readonly visibility?: SecretVisibility;
}

/** What concerns one place alone; anything else ends the run, which can be begun again. */
const ofOne: readonly string[] = ['not-found', 'refused', 'permission', 'bad-answer'];

/**
 * Makes what is missing in one place, and touches nothing that is there. One request for the list, one for the public
 * key, and one for each secret that is made.
 * @throws what concerns all places, `interrupted`
 */
export async function scaffoldPlace(
  tools: ScaffoldTools,
  wanted: WantedPlace,
): Promise<PlaceReport> {
  const { place, source, environmentId, isNew = false } = wanted;
  const secrets: SecretReport[] = [];
  const about = {
    place,
    source,
    isNew,
    settingsUrl: tools.target.settingsUrl(place, environmentId),
    secrets,
  };
  try {
    const present = isNew ? listedSecrets([], tools) : await listPresent(tools, place);
    const missing: WantedSecret[] = [];
    for (const secret of wanted.secrets) {
      const found = present.find(secret.name);
      if (found === undefined) missing.push(secret);
      else secrets.push(report(secret, stateOf(tools, place, found)));
    }
    if (tools.mode === 'make') await makeAll(tools, place, { missing, made: secrets, present });
    else {
      const state = tools.mode === 'look' ? 'missing' : 'to-make';
      for (const secret of missing) secrets.push(report(secret, state));
    }
    return { ...about, failure: null };
  } catch (thrown) {
    return { ...about, ...failureOf(thrown, wanted, secrets) };
  }
}

/** @throws what concerns all places */
export function failureOf(
  thrown: unknown,
  wanted: WantedPlace,
  done: readonly SecretReport[],
): Pick<PlaceReport, 'secrets' | 'failure'> {
  const error = toMigratorError(thrown);
  if (!ofOne.includes(error.code)) throw error;
  const names = new Set(done.map(({ name }) => name));
  const rest = wanted.secrets.filter(({ name }) => !names.has(name));
  return {
    secrets: [...done, ...rest.map((secret) => report(secret, 'missing'))],
    failure: toFailure(error),
  };
}

async function listPresent(
  { target, clock, signal }: ScaffoldTools,
  place: SecretPlace,
  patience?: number,
): Promise<ListedSecrets> {
  const rows = await target.list({ ...place, signal });
  if (rows === null) throw notThere(place);
  return listedSecrets(rows, { clock, ...(patience === undefined ? {} : { patience }) });
}

function stateOf({ journal }: ScaffoldTools, place: SecretPlace, found: TargetSecret) {
  return stateOfPresent(found, journal.find(place, found.name));
}

interface Making {
  readonly missing: readonly WantedSecret[];
  readonly made: SecretReport[];
  readonly present: ListedSecrets;
}

async function makeAll(
  tools: ScaffoldTools,
  place: SecretPlace,
  { missing, made, ...known }: Making,
): Promise<void> {
  if (missing.length === 0) return;
  throwIfDraining(tools);
  const { target, signal } = tools;
  const key = await target.publicKey({ ...place, signal });
  const seal = await tools.seal();
  let { present } = known;
  for (const secret of missing) {
    throwIfDraining(tools);
    const box = () => ({
      sealed: seal(Buffer.from(placeholderOf(secret), 'utf8'), key.key),
      keyId: key.id,
    });
    const done = await make(tools, { place, secret, box, present });
    present = done.present;
    made.push(report(secret, done.state));
  }
}

interface One {
  readonly place: SecretPlace;
  readonly secret: WantedSecret;
  readonly box: () => { sealed: string; keyId: string };
  readonly present: ListedSecrets;
}

/** So often a lost answer is followed by another try. */
const most = 3;

/** Looks again before it writes where its list is old, and after a lost answer: somebody may have filled it in. */
async function make(
  tools: ScaffoldTools,
  one: One,
): Promise<{ state: SecretState; present: ListedSecrets }> {
  const { place, secret } = one;
  let { present } = one;
  let lost = 0;
  for (;;) {
    const found = present.find(secret.name);
    if (found !== undefined) {
      return { state: await stateOfFound(tools, place, { found, isOurs: lost > 0 }), present };
    }
    const sent = await putOnce(tools, { ...one, present }, lost + 1 < most);
    if (sent === 'made' || sent === 'replaced') return { state: sent, present };
    if (sent === 'lost') lost += 1;
    present = await listPresent(tools, place, 2 * present.patience);
  }
}

async function putOnce(
  { target, journal, onMade, signal }: ScaffoldTools,
  { place, secret, box, present }: One,
  mayBeLost: boolean,
): Promise<'made' | 'replaced' | 'lost' | 'outdated'> {
  const { name, visibility } = secret;
  await journal.intend(place, name, 'placeholder');
  try {
    const { kind, at } = await target.put({
      place,
      name,
      ...box(),
      ...(visibility === undefined ? {} : { visibility }),
      isCurrent: present.isCurrent,
      signal,
    });
    if (kind === 'outdated') {
      await journal.withdraw(place, name);
      return 'outdated';
    }
    await journal.wrote(place, name, at);
    onMade();
    return kind === 'replaced' ? 'replaced' : 'made';
  } catch (thrown) {
    const error = toMigratorError(thrown);
    // It was refused: whoever makes this secret now is somebody else.
    if (ofOne.includes(error.code)) await journal.withdraw(place, name);
    if (error.code === 'ambiguous-write' && mayBeLost) return 'lost';
    throw error;
  }
}

async function stateOfFound(
  tools: ScaffoldTools,
  place: SecretPlace,
  { found, isOurs }: { found: TargetSecret; isOurs: boolean },
): Promise<SecretState> {
  const state = stateOf(tools, place, found);
  if (!isOurs) return state;
  tools.onMade();
  if (state !== 'placeholder') return state;
  await tools.journal.wrote(place, found.name, found.updatedAt);
  return 'made';
}

function report({ name, sourceName, source }: ManifestSecret, state: SecretState): SecretReport {
  return { name, sourceName, source, state };
}

function notThere(place: SecretPlace): MigratorError {
  if (place.kind === 'organization') {
    return new MigratorError(
      'permission',
      `The secrets of the organization ${place.owner} cannot be seen with DST_TOKEN`,
      { hint: 'Use the token of an owner, with the scope admin:org.' },
    );
  }
  const environment =
    place.kind === 'environment' ? `The environment ${place.environment} of ` : '';
  return new MigratorError(
    'not-found',
    `${environment}${place.owner}/${place.name} is not there, or DST_TOKEN may not see its secrets`,
    {
      hint: 'Migrate the repository first, or name the plan that it was migrated by (--plan). The token needs the scope repo.',
    },
  );
}

export function throwIfDraining({ drain }: Pick<ScaffoldTools, 'drain'>): void {
  if (drain.aborted) throw new MigratorError('interrupted', 'Interrupted', { retry: 'yes' });
}
