import type { SecretScope } from '../../ports/secret-target.ts';
import type {
  Manifest,
  ManifestSecret,
  OrganizationSecret,
} from '../../secrets/manifest/manifest.ts';
import { slugOfKey, type Targeted } from '../../secrets/manifest/target-scopes.ts';
import type { EntryAddress } from '../entries/entry-path.ts';
import type { ListedEntry } from '../entries/listed-entries.ts';

/** A secret that is to get the value of an entry. */
export interface WantedValue {
  /** On the target. */
  readonly name: string;
  readonly address: EntryAddress;
  /** `null`: the vault has none. */
  readonly path: string | null;
  /** Only of an organisation's. */
  readonly organization: OrganizationSecret | null;
}

export interface ValuesOfScope {
  readonly place: SecretScope;
  readonly values: readonly WantedValue[];
}

export interface WantedValues {
  readonly places: readonly ValuesOfScope[];
  /** Entries that nothing on the target is to get. */
  readonly unused: readonly ListedEntry[];
}

/** Which secret gets the value of which entry. Pure. */
export function wantedValues(options: {
  entries: readonly ListedEntry[];
  manifest: Manifest;
  targeted: Targeted;
  owner: string;
}): WantedValues {
  const { entries, manifest, targeted, owner } = options;
  const find = entryFinder(entries);
  const used = new Set<ListedEntry>();
  function value(
    secret: ManifestSecret,
    where: { repository: string; environment?: string } | null,
    organization: OrganizationSecret | null,
  ): WantedValue {
    const address = addressOf(secret, where);
    const entry = find(address);
    if (entry !== undefined) used.add(entry);
    return { name: secret.name, address, path: entry?.path ?? null, organization };
  }
  const places: ValuesOfScope[] = [
    {
      place: { kind: 'organization', owner },
      values: manifest.organization.map((secret) => value(secret, null, secret)),
    },
  ];
  for (const { source: repository, target: name, ...one } of targeted.repositories) {
    places.push({
      place: { kind: 'repository', owner, name },
      values: one.secrets.map((secret) => value(secret, { repository }, null)),
    });
    for (const { name: environment, secrets } of one.environments) {
      places.push({
        place: { kind: 'environment', owner, name, environment },
        values: secrets.map((secret) => value(secret, { repository, environment }, null)),
      });
    }
  }
  return {
    places: places.filter(({ values }) => values.length > 0),
    unused: entries.filter((entry) => !used.has(entry)),
  };
}

/** The entry of the level that the manifest names as the value's source. */
function addressOf(
  { source, sourceName: name }: ManifestSecret,
  where: { repository: string; environment?: string } | null,
): EntryAddress {
  if (where === null || source === 'workspace') return { level: 'workspace', name };
  const { repository, environment } = where;
  if (source === 'deployment' && environment !== undefined) {
    return { level: 'deployment', repository, environment, name };
  }
  return { level: 'repository', repository, name };
}

/**
 * A manifest may have the name of a repository where the entry has its slug, or the other way round. Two names that would
 * have one slug are two repositories: the value of one is nothing for the other.
 */
function entryFinder(
  entries: readonly ListedEntry[],
): (address: EntryAddress) => ListedEntry | undefined {
  const exact = new Map(entries.map((entry) => [keyOf(entry.address, inSmall), entry]));
  const bySlug = new Map(entries.map((entry) => [keyOf(entry.address, slugOfKey), entry]));
  return (address) => {
    const exactKey = keyOf(address, inSmall);
    return exact.get(exactKey) ?? exact.get(keyOf(address, slugOfKey)) ?? bySlug.get(exactKey);
  };
}

const inSmall = (text: string) => text.toLowerCase();

/** Names of repositories and environments ignore letter case, those of variables do not. */
function keyOf(address: EntryAddress, repositoryOf: (name: string) => string): string {
  const repository = 'repository' in address ? repositoryOf(address.repository) : '';
  const environment = 'environment' in address ? address.environment.toLowerCase() : '';
  return JSON.stringify([address.level, repository, environment, address.name]);
}
