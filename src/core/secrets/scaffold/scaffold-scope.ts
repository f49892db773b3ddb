import type { Clock } from '../../kernel/clock.ts';
import { hasCode, interrupted, MigratorError, toFailure } from '../../kernel/errors.ts';
import type {
  SecretScope,
  SecretTarget,
  SecretVisibility,
  TargetSecret,
} from '../../ports/secret-target.ts';
import type { ManifestSecret } from '../manifest/manifest.ts';
import type { SecretJournal } from '../state/journal.ts';
import { type ListedSecrets, listedSecrets } from '../state/listed-secrets.ts';
import { placeErrors, putSecret } from '../state/put-secret.ts';
import { type SecretState, stateOfPresent } from '../state/secret-state.ts';
import { placeholderOf, type ScopeReport, type SecretReport } from './scope-report.ts';
import type { Seal } from './seal.ts';

/** `check`: report states. `dry-run`: report what would be created. `create`: create what is missing. */
export type ScaffoldMode = 'check' | 'dry-run' | 'create';

export interface ScaffoldTools {
  readonly mode: ScaffoldMode;
  readonly target: SecretTarget;
  readonly journal: SecretJournal;
  /** Loaded when the first value is sealed. */
  readonly seal: () => Promise<Seal>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called for each secret that was created. */
  readonly onCreated: () => void;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: write nothing more. */
  readonly drain: AbortSignal;
}

export interface WantedScope {
  readonly place: SecretScope;
  readonly source: string | null;
  readonly secrets: readonly WantedSecret[];
  /** It was just created, or would be: it has no secrets. */
  readonly isNew?: boolean;
  readonly environmentId?: string | undefined;
}

interface WantedSecret extends ManifestSecret {
  /** Only of an organisation's. */
  readonly visibility?: SecretVisibility;
}

/**
 * Creates what is missing in one place, and touches nothing that exists. One request for the list, one for the public
 * key, and one for each new secret.
 * @throws what concerns all places, `interrupted`
 */
export async function scaffoldScope(
  tools: ScaffoldTools,
  wanted: WantedScope,
): Promise<ScopeReport> {
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
    if (tools.mode === 'create') await createAll(tools, place, { missing, secrets, present });
    else {
      const state = tools.mode === 'check' ? 'missing' : 'to-make';
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
  wanted: WantedScope,
  done: readonly SecretReport[],
): Pick<ScopeReport, 'secrets' | 'failure'> {
  if (!hasCode(thrown, ...placeErrors)) throw thrown;
  const names = new Set(done.map(({ name }) => name));
  const rest = wanted.secrets.filter(({ name }) => !names.has(name));
  return {
    secrets: [...done, ...rest.map((secret) => report(secret, 'missing'))],
    failure: toFailure(thrown),
  };
}

async function listPresent(
  { target, clock, signal }: ScaffoldTools,
  place: SecretScope,
  patience?: number,
): Promise<ListedSecrets> {
  const rows = await target.list({ ...place, signal });
  if (rows === null) throw notThere(place);
  return listedSecrets(rows, { clock, patience });
}

function stateOf({ journal }: ScaffoldTools, place: SecretScope, found: TargetSecret) {
  return stateOfPresent(found, journal.find(place, found.name));
}

async function createAll(
  tools: ScaffoldTools,
  place: SecretScope,
  options: { missing: readonly WantedSecret[]; secrets: SecretReport[]; present: ListedSecrets },
): Promise<void> {
  const { missing, secrets } = options;
  if (missing.length === 0) return;
  if (tools.drain.aborted) throw interrupted();
  const { target, signal } = tools;
  const key = await target.publicKey({ ...place, signal });
  const seal = await tools.seal();
  let { present } = options;
  for (const secret of missing) {
    if (tools.drain.aborted) throw interrupted();
    const box = () => ({
      sealed: seal(Buffer.from(placeholderOf(secret), 'utf8'), key.key),
      keyId: key.id,
    });
    const created = await create(tools, { place, secret, box, present });
    present = created.present;
    secrets.push(report(secret, created.state));
  }
}

interface One {
  readonly place: SecretScope;
  readonly secret: WantedSecret;
  readonly box: () => { sealed: string; keyId: string };
  readonly present: ListedSecrets;
}

/** Attempts after lost answers. */
const maxAttempts = 3;

/** Lists again after a lost answer, and before a write where the list is outdated: somebody may have filled it in. */
async function create(
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
    const sent = await putOnce(tools, { ...one, present }, lost + 1 < maxAttempts);
    if (sent === 'made' || sent === 'replaced') return { state: sent, present };
    if (sent === 'lost') lost += 1;
    present = await listPresent(tools, place, 2 * present.patience);
  }
}

async function putOnce(
  tools: ScaffoldTools,
  { place, secret, box, present }: One,
  mayBeLost: boolean,
): Promise<'made' | 'replaced' | 'lost' | 'outdated'> {
  const { name, visibility } = secret;
  const { isCurrent } = present;
  const request = { place, name, ...box(), visibility, isCurrent, signal: tools.signal };
  try {
    const kind = await putSecret(tools, 'placeholder', request);
    if (kind === 'outdated') return kind;
    tools.onCreated();
    return kind === 'replaced' ? kind : 'made';
  } catch (thrown) {
    if (mayBeLost && hasCode(thrown, 'ambiguous-write')) return 'lost';
    throw thrown;
  }
}

async function stateOfFound(
  tools: ScaffoldTools,
  place: SecretScope,
  { found, isOurs }: { found: TargetSecret; isOurs: boolean },
): Promise<SecretState> {
  const state = stateOf(tools, place, found);
  if (!isOurs) return state;
  tools.onCreated();
  if (state !== 'placeholder') return state;
  await tools.journal.wrote(place, found.name, found.updatedAt);
  return 'made';
}

function report({ name, sourceName, source }: ManifestSecret, state: SecretState): SecretReport {
  return { name, sourceName, source, state };
}

function notThere(place: SecretScope): MigratorError {
  if (place.kind === 'organization') return organizationNotVisible(place.owner);
  const environment = place.kind === 'environment' ? `Environment ${place.environment} of ` : '';
  return new MigratorError(
    'not-found',
    `${environment}${place.owner}/${place.name} does not exist, or DST_TOKEN cannot read its secrets`,
    {
      hint: 'Migrate the repository first, or pass the plan that it was migrated with (--plan). The token needs the repo scope.',
    },
  );
}

export function organizationNotVisible(owner: string): MigratorError {
  return new MigratorError(
    'permission',
    `DST_TOKEN cannot read the secrets of organization ${owner}`,
    { hint: "Use an owner's token with the admin:org scope." },
  );
}
