import type { SecretLevel } from '../../ports/secret-source.ts';
import type { TargetNaming } from '../../ports/target-naming.ts';
import type { Manifest, ManifestSecret } from '../../secrets/manifest/manifest.ts';
import type { EntryAddress } from './entry-path.ts';

export interface EntriesManifest {
  readonly manifest: Manifest;
  /** Names that change, old and new. */
  readonly renamed: readonly string[];
}

/** Where the entries belong on the target when no manifest says it: each at its own level. Pure. */
export function manifestOfEntries(
  addresses: readonly EntryAddress[],
  naming: TargetNaming,
): EntriesManifest {
  const renamed: string[] = [];
  function secrets(
    names: readonly string[],
    source: SecretLevel,
    where: string,
  ): readonly ManifestSecret[] {
    return naming.resolveSecretNames(names).map(({ source: sourceName, target, changes }) => {
      if (changes.length > 0) {
        const why = naming.secretNameChangeText(changes);
        renamed.push(`${where}: ${sourceName} becomes ${target}: ${why}`);
      }
      return { name: target, sourceName, source };
    });
  }
  const shared: string[] = [];
  const repositories = new Map<string, { own: string[]; environments: Map<string, string[]> }>();
  const of = (repository: string) => {
    const known = repositories.get(repository);
    if (known !== undefined) return known;
    const made = { own: [], environments: new Map<string, string[]>() };
    repositories.set(repository, made);
    return made;
  };
  for (const address of addresses) {
    if (address.level === 'workspace') shared.push(address.name);
    else if (address.level === 'repository') of(address.repository).own.push(address.name);
    else {
      const { environments } = of(address.repository);
      const names = environments.get(address.environment) ?? [];
      environments.set(address.environment, [...names, address.name]);
    }
  }
  const manifest: Manifest = {
    organization: secrets(shared, 'workspace', 'organization').map((secret) => ({
      ...secret,
      visibility: 'private',
      repositories: [],
    })),
    repositories: [...repositories].map(([source, { own, environments }]) => ({
      source,
      target: null,
      secrets: secrets(own, 'repository', source),
      environments: [...environments].map(([name, names]) => ({
        name,
        secrets: secrets(names, 'deployment', `${source} (${name})`),
      })),
    })),
  };
  return { manifest, renamed };
}
