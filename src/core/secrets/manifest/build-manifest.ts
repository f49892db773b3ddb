import type { InventoryRepository, ReadInventory } from '../../discovery/inventory-schema.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { compareNaturally } from '../../kernel/format/compare-naturally.ts';
import { namesText } from '../../kernel/format/format.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { slugOf } from '../../plan/choose-repositories.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SecretLevel } from '../../ports/secret-source.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import type { ManifestSecret, OrganizationSecret } from './manifest.ts';
import { slugOfKey } from './target-scopes.ts';

/** A variable that the source has, and where its secret belongs. */
export interface WantedSecret extends Omit<ManifestSecret, 'name'> {
  /** The source shows the value to people. */
  readonly isUnsecured: boolean;
}

/** `repositories` are keys of the manifest. */
type WantedOrganizationSecret = WantedSecret &
  Pick<OrganizationSecret, 'visibility' | 'repositories'>;

export interface WantedRepository {
  /** The key in the manifest. */
  readonly key: string;
  /** `null`: the name that a plan would derive from the key. */
  readonly target: string | null;
  readonly secrets: readonly WantedSecret[];
  readonly environments: ReadonlyMap<string, readonly WantedSecret[]>;
}

/** Describes what a manifest of an inventory holds, in a stable order. */
export interface WantedManifest {
  /** Where the variables are; `null` where the inventory does not say it. */
  readonly workspace: string | null;
  readonly organization: readonly WantedOrganizationSecret[];
  readonly repositories: readonly WantedRepository[];
  /** Notes for people. */
  readonly notes: readonly string[];
}

/** Where the variables of the workspace go. */
export type WorkspaceVariables = 'organization' | 'repositories';

/**
 * The secrets that an inventory's names call for. Pure.
 * @throws `input-file` if the inventory has no names, or the plan wants repositories that it does not have
 */
export function buildManifest(options: {
  inventory: ReadInventory;
  /** Only its repositories, with the names that they have there. */
  plan: Plan | null;
  workspaceVariables: WorkspaceVariables;
  /** Of organisation secrets; by what may use them on the source if left out. */
  visibility: OrganizationSecret['visibility'] | undefined;
  resolveTargetNames: ResolveTargetNames;
}): WantedManifest {
  const { inventory, plan, workspaceVariables } = options;
  const chosen = chooseByPlan(inventory, plan);
  if (!chosen.some(({ secrets }) => secrets !== undefined)) {
    // An inventory that people wrote need not name it.
    const workspace =
      inventory.source === undefined ? '<workspace>' : shellValue(inventory.source.workspace);
    throw new MigratorError('input-file', 'The inventory has no secret names', {
      hint: `Create it with: migrator discover --workspace ${workspace} --include-secrets --output secrets-inventory.json`,
    });
  }
  const copies = workspaceVariables === 'repositories';
  const planned = new Map(
    plan?.repositories.map(({ source, target }) => [slugOfKey(source), target]),
  );
  const repositories = chosen.map((repository) => ({
    key: keyOf(repository),
    target: targetOf(repository, planned, options.resolveTargetNames),
    secrets: [
      ...wanted(repository, 'repository'),
      ...(copies ? wanted(repository, 'workspace') : []),
    ],
    environments: environmentsOf(repository),
  }));
  return {
    workspace: inventory.source?.workspace ?? null,
    organization: copies ? [] : organizationSecrets(chosen, options.visibility),
    repositories: sortedBy(repositories, ({ key }) => key),
    notes: notesOf(chosen),
  };
}

/** The slug, where there is one: it is what addresses and plans have. */
function keyOf({ slug, name }: Pick<InventoryRepository, 'slug' | 'name'>): string {
  return slug ?? name;
}

function chooseByPlan(inventory: ReadInventory, plan: Plan | null): readonly InventoryRepository[] {
  if (plan === null) return inventory.repositories;
  const planned = new Set(plan.repositories.map(({ source }) => slugOfKey(source)));
  const chosen = inventory.repositories.filter((one) => planned.has(slugOfKey(slugOf(one))));
  const found = new Set(chosen.map((one) => slugOfKey(slugOf(one))));
  const missing = [...planned].filter((slug) => !found.has(slug));
  if (missing.length === 0) return chosen;
  const shown = missing.slice(0, 10).join(', ');
  throw new MigratorError(
    'input-file',
    `The inventory lacks these repositories from the plan: ${shown}`,
    {
      hint: 'Discover the workspace again with --include-secrets.',
    },
  );
}

function targetOf(
  repository: InventoryRepository,
  planned: ReadonlyMap<string, string>,
  resolveTargetNames: ResolveTargetNames,
): string | null {
  const slug = slugOfKey(slugOf(repository));
  const target = planned.get(slug);
  const [normalized] = resolveTargetNames([slug]);
  return target === undefined || target === normalized?.target ? null : target;
}

function wanted(
  { secrets, unsecured }: InventoryRepository,
  level: 'repository' | 'workspace',
): readonly WantedSecret[] {
  return secretsOf(secrets?.[level], unsecured?.[level], level);
}

function environmentsOf({
  secrets,
  unsecured,
}: InventoryRepository): ReadonlyMap<string, readonly WantedSecret[]> {
  // An environment without variables needs no secrets.
  const found = Object.entries(secrets?.deployments ?? {}).filter(([, names]) => names.length > 0);
  return new Map(
    sortedBy(found, ([environment]) => environment).map(([environment, names]) => [
      environment,
      secretsOf(names, unsecured?.deployments?.[environment], 'deployment'),
    ]),
  );
}

function secretsOf(
  names: readonly string[] = [],
  unsecured: readonly string[] = [],
  source: SecretLevel,
): readonly WantedSecret[] {
  const open = new Set(unsecured);
  const all = [...new Set(names)].map((name) => ({
    sourceName: name,
    source,
    isUnsecured: open.has(name),
  }));
  return sortedBy(all, ({ sourceName }) => sourceName);
}

/**
 * On the source every repository of the workspace can use them. As near to that as can be: only private repositories
 * where no public one has them, and a list where not all have them.
 */
function organizationSecrets(
  repositories: readonly InventoryRepository[],
  visibility: OrganizationSecret['visibility'] | undefined,
): readonly WantedOrganizationSecret[] {
  const users = new Map<string, InventoryRepository[]>();
  const unsecured = new Set<string>();
  for (const repository of repositories) {
    for (const name of new Set(repository.secrets?.workspace ?? [])) {
      users.set(name, [...(users.get(name) ?? []), repository]);
    }
    for (const name of repository.unsecured?.workspace ?? []) unsecured.add(name);
  }
  const withNames = repositories.filter(({ secrets }) => secrets?.workspace !== undefined).length;
  const all = [...users].map(([name, of]) => {
    const natural = of.length < withNames ? 'selected' : hasPublic(of) ? 'all' : 'private';
    const chosen = visibility ?? natural;
    return {
      sourceName: name,
      source: 'workspace' as const,
      isUnsecured: unsecured.has(name),
      visibility: chosen,
      repositories: chosen === 'selected' ? of.map(keyOf).sort(compareNaturally) : [],
    };
  });
  return sortedBy(all, ({ sourceName }) => sourceName);
}

function hasPublic(repositories: readonly InventoryRepository[]): boolean {
  return repositories.some(({ visibility }) => visibility === 'public');
}

function notesOf(repositories: readonly InventoryRepository[]): readonly string[] {
  const unlooked = repositories.filter(({ secrets }) => secrets === undefined).map(keyOf);
  const unread = repositories
    .filter(({ secrets_unread: levels = [] }) => levels.length > 0)
    .map((one) => `${keyOf(one)} (${one.secrets_unread?.join(', ')})`);
  const notes: string[] = [];
  if (unlooked.length > 0) {
    const names = namesText(unlooked);
    notes.push(`The inventory has no secret names for ${names}: discovery did not look for them`);
  }
  if (unread.length > 0) {
    notes.push(`Discovery could not read some secret names: ${namesText(unread)}`);
  }
  return notes;
}

/** By code units, so that every machine gives the same order. */
function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items.toSorted((a, b) => compareNaturally(keyOf(a), keyOf(b)));
}
