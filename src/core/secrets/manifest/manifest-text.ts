import { Document, isMap, parseDocument, Scalar, visit, YAMLMap } from 'yaml';
import { MigratorError } from '../../kernel/errors.ts';
import { harmlessYaml } from '../../kernel/format/json.ts';
import type { TargetNaming } from '../../ports/target-naming.ts';
import type { WantedManifest, WantedRepository, WantedSecret } from './build-manifest.ts';
import {
  insertKey,
  insertSorted,
  listUnder,
  mapsOf,
  mapUnder,
  newEntry,
  textAt,
} from './manifest-nodes.ts';
import type { ManifestFile } from './manifest-schema.ts';

interface ManifestText {
  readonly text: string;
  /** Names that had to change, old -> new. */
  readonly renamed: readonly string[];
  /** Entries of the file that are not in the inventory. */
  readonly kept: readonly string[];
  /** How many secrets were added to the file that was there. */
  readonly added: number;
  readonly file: ManifestFile;
}

const header = (workspace: string | null) =>
  ` Secrets to create on GitHub, from the pipeline variables of ${workspace ?? 'the source'}.
 This file never contains values: "migrator secrets scaffold" creates every secret with a placeholder, and you
 fill in the values. Edit this file as you like; "migrator secrets manifest --merge" keeps your changes.

   name          the name on GitHub
   source        the level of the source variable: repository, workspace or deployment
   source_name   its name on Bitbucket, if GitHub does not accept it
   skip: true    skips a secret for good; a secret that you delete here comes back with --merge
   target        under a repository: its name on GitHub, if different`;

const organizationComment = ` Workspace variables, as organization secrets. Who can use one:
   private    private and internal repositories      all    also public repositories
   selected   the ones under "repositories", by their Bitbucket names`;

/**
 * The manifest as a text. Written into the one that was there, everything in that stays: comments, order, names,
 * visibility and entries that the inventory does not have. The same input always gives the same text. Pure.
 * @param before the text of a valid manifest; `null` for a new one
 * @throws `input-file` if it has aliases
 */
export function manifestText(
  wanted: WantedManifest,
  before: string | null,
  naming: TargetNaming,
): ManifestText {
  const document = before === null ? newDocument(wanted) : parseDocument(before, options);
  refuseAliases(document);
  const root = isMap(document.contents) ? document.contents : new YAMLMap();
  document.contents = root as typeof document.contents;
  const work: Work = { naming, renamed: [], kept: [], added: 0 };
  addOrganization(work, root, wanted);
  const repositories = mapUnder(root, 'repositories');
  for (const repository of wanted.repositories) addRepository(work, repositories, repository);
  quoteActing(document);
  const text = harmlessYaml(document.toString({ lineWidth: 0, flowCollectionPadding: true }));
  const { renamed, kept, added } = work;
  return { renamed, kept, added, text, file: document.toJS() as ManifestFile };
}

/** Refuses aliases: an addition under one would be added under all. */
function refuseAliases(document: Document): void {
  visit(document, {
    Alias(_, { source }) {
      throw new MigratorError('input-file', `The manifest uses the alias *${source}`, {
        hint: 'Replace the alias with its content: --merge adds to one place at a time.',
      });
    },
  });
}

/** Gives quotes, within which YAML knows escapes, to names that would act on a terminal that shows them. */
function quoteActing(document: Document): void {
  visit(document, {
    Scalar(_, scalar) {
      const { value } = scalar;
      if (typeof value === 'string' && harmlessYaml(value) !== value)
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
}

interface Work {
  readonly naming: TargetNaming;
  readonly renamed: string[];
  readonly kept: string[];
  added: number;
}

/** Quotes words such as `no` and `on`, which are booleans in older YAML. */
const options = { stringKeys: true, uniqueKeys: false, compat: 'yaml-1.1' } as const;

function newDocument(wanted: WantedManifest): Document {
  const document = new Document(new YAMLMap(), options);
  document.commentBefore = header(wanted.workspace?.replace(/\p{Cc}+/gu, ' ') ?? null);
  return document;
}

function addOrganization(work: Work, root: YAMLMap, { organization }: WantedManifest): void {
  if (organization.length === 0 && !root.has('organization_secrets')) return;
  if (!root.has('organization_secrets')) {
    insertKey(root, 'organization_secrets', listUnder(new YAMLMap(), 'none'));
    const list = listUnder(root, 'organization_secrets');
    list.commentBefore = organizationComment;
  }
  addSecrets(work, listUnder(root, 'organization_secrets'), {
    wanted: organization,
    level: 'workspace',
    of: 'the organization',
    toEntry(secret, values, comment) {
      const entry = newEntry({ ...values, visibility: secret.visibility }, comment);
      if (secret.visibility !== 'selected') return entry;
      const list = listUnder(entry, 'repositories');
      for (const key of secret.repositories) list.add(key);
      return entry;
    },
  });
}

function addRepository(work: Work, repositories: YAMLMap, wanted: WantedRepository): void {
  const key = keyWithin(repositories, wanted.key);
  if (!repositories.has(key)) insertKey(repositories, key, new YAMLMap());
  const isNew = !isMap(repositories.get(key, true));
  const repository = mapUnder(repositories, key);
  if ((isNew || repository.items.length === 0) && wanted.target !== null) {
    repository.set('target', wanted.target);
  }
  const secrets = listUnder(repository, 'secrets');
  const toEntry = (
    { source }: WantedSecret,
    values: Readonly<Record<string, string | undefined>>,
    comment: string | null,
  ) => newEntry({ ...values, source }, comment);
  addSecrets(work, secrets, {
    wanted: wanted.secrets,
    level: 'repository',
    of: wanted.key,
    toEntry,
  });
  const environments = mapUnder(repository, 'environments');
  const known = new Map(
    environments.items.map(({ key }) => [String(key).toLowerCase(), String(key)] as const),
  );
  for (const [environment, names] of wanted.environments) {
    const name = environmentKey(work, known, { environment, of: wanted.key });
    if (!environments.has(name)) {
      insertKey(environments, name, listUnder(new YAMLMap(), 'none'));
    }
    addSecrets(work, listUnder(environments, name), {
      wanted: names,
      level: 'deployment',
      of: `${wanted.key} (${environment})`,
      toEntry: (_, values, comment) => newEntry(values, comment),
    });
  }
}

/** A key written by hand may differ in letter case. */
function keyWithin({ items }: YAMLMap, wanted: string): string {
  const keys = items.map(({ key }) => String(key));
  if (keys.includes(wanted)) return wanted;
  return keys.find((key) => key.toLowerCase() === wanted.toLowerCase()) ?? wanted;
}

/** The target ignores letter case in the names of environments. */
function environmentKey(
  work: Work,
  known: Map<string, string>,
  { environment, of }: { environment: string; of: string },
): string {
  const other = known.get(environment.toLowerCase());
  if (other === undefined || other === environment) {
    known.set(environment.toLowerCase(), environment);
    return environment;
  }
  for (let number = 2; ; number++) {
    const name = `${environment}-${number}`;
    const taken = known.get(name.toLowerCase());
    if (taken !== undefined && taken !== name) continue;
    if (taken === undefined) {
      work.renamed.push(
        `${of}: environment ${environment} -> ${name}: GitHub already has ${other}`,
      );
    }
    known.set(name.toLowerCase(), name);
    return name;
  }
}

interface SecretList<S extends WantedSecret> {
  readonly wanted: readonly S[];
  /** Level of an entry that does not say its source. */
  readonly level: WantedSecret['source'];
  /** For messages. */
  readonly of: string;
  readonly toEntry: (
    secret: S,
    values: Readonly<Record<string, string | undefined>>,
    comment: string | null,
  ) => YAMLMap;
}

function addSecrets<S extends WantedSecret>(
  work: Work,
  list: Parameters<typeof mapsOf>[0],
  { wanted, level, of, toEntry }: SecretList<S>,
): void {
  const present = mapsOf(list);
  const identityOf = (entry: YAMLMap) =>
    `${textAt(entry, 'source') ?? level} ${textAt(entry, 'source_name') ?? textAt(entry, 'name') ?? ''}`;
  const known = new Set(present.map(identityOf));
  const missing = wanted.filter(({ source, sourceName }) => !known.has(`${source} ${sourceName}`));
  // Existing entries come first, so that they keep their names.
  const taken = present
    .filter((entry) => entry.get('skip') !== true)
    .map((entry) => textAt(entry, 'name') ?? '');
  const names = work.naming.resolveSecretNames([
    ...taken,
    ...missing.map(({ sourceName }) => sourceName),
  ]);
  for (const [index, secret] of missing.entries()) {
    const { target = secret.sourceName, changes = [] } = names[taken.length + index] ?? {};
    const isRenamed = target !== secret.sourceName;
    const change = isRenamed
      ? `${secret.sourceName} -> ${target}: ${work.naming.secretNameChangeText(changes)}`
      : null;
    if (change !== null) work.renamed.push(`${of}: ${change}`);
    const comments = [
      ...(change === null ? [] : [change]),
      ...(secret.isUnsecured
        ? ['not secured: people can read its value on Bitbucket, so it need not be a secret']
        : []),
    ];
    const values = { name: target, source_name: isRenamed ? secret.sourceName : undefined };
    const comment = comments.length === 0 ? null : comments.join('; ');
    insertSorted(list, toEntry(secret, values, comment), (entry) => textAt(entry, 'name') ?? '');
    work.added += 1;
  }
  const isWanted = new Set(wanted.map(({ source, sourceName }) => `${source} ${sourceName}`));
  for (const entry of present) {
    if (!isWanted.has(identityOf(entry))) work.kept.push(`${of}: ${textAt(entry, 'name') ?? ''}`);
  }
}
