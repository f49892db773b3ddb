import type { InventoryRepository } from '../discovery/inventory-schema.ts';
import { slugOf } from '../plan/choose-repositories.ts';
import type { EntryAddress } from './entries/entry-path.ts';

/**
 * One entry for every variable of these repositories, and of their workspace, in a stable order. Pure.
 */
export function wantedEntries(
  repositories: readonly InventoryRepository[],
): readonly EntryAddress[] {
  const shared = new Set(repositories.flatMap(({ secrets }) => secrets?.workspace ?? []));
  const entries: EntryAddress[] = sorted(shared).map((name) => ({ level: 'workspace', name }));
  for (const one of repositories) {
    const repository = slugOf(one);
    for (const name of sorted(one.secrets?.repository ?? [])) {
      entries.push({ level: 'repository', repository, name });
    }
    for (const [environment, names] of Object.entries(one.secrets?.deployments ?? {})) {
      for (const name of sorted(names)) {
        entries.push({ level: 'deployment', repository, environment, name });
      }
    }
  }
  return entries;
}

/** By code units, each once. */
function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}
