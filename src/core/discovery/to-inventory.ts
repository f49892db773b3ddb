import { harmlessJson } from '../kernel/format/json.ts';
import type { SourceKind, SourceRepository } from '../ports/records/repository.ts';
import type { Inventory, InventoryRepository } from './inventory-schema.ts';

/** An inventory of what was found, in the order in which the source gave it. */
export function toInventory(options: {
  kind: SourceKind;
  workspace: string;
  /** Milliseconds since 1970. */
  discoveredAt: number;
  repositories: readonly SourceRepository[];
}): Inventory {
  return {
    version: 1,
    source: { kind: options.kind, workspace: options.workspace },
    discovered_at: new Date(options.discoveredAt).toISOString(),
    repositories: options.repositories.map(toInventoryRepository),
  };
}

function toInventoryRepository(repository: SourceRepository): InventoryRepository {
  return {
    name: repository.name,
    slug: repository.slug,
    id: repository.id,
    description: repository.description,
    visibility: repository.visibility,
    default_branch: repository.defaultBranch,
    size_bytes: repository.sizeBytes,
    project: repository.project,
    fork_of: repository.forkOf,
    language: repository.language,
    archived: repository.archived,
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    web_url: repository.webUrl,
  };
}

/** As it is written to a file. */
export function inventoryText(inventory: Inventory): string {
  return `${harmlessJson(JSON.stringify(inventory, null, 2))}\n`;
}
