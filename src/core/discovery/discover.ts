import type { Clock } from '../kernel/clock.ts';
import { harmlessJson } from '../kernel/format/json.ts';
import type { Emit } from '../ports/records/events.ts';
import type { SourceKind, SourceRepository } from '../ports/records/repository.ts';
import type { SourceHost } from '../ports/source-host.ts';
import type { Inventory, InventoryRepository } from './inventory-schema.ts';

export interface Discovered {
  readonly inventory: Inventory;
  readonly repositories: readonly SourceRepository[];
  readonly unparsed: readonly string[];
}

/**
 * Lists a workspace: one request to check the credentials and one for every hundred repositories.
 * @returns what was found, as the inventory has it and as the source reports it, and the names of those that could not
 *   be understood
 * @throws the source's MigratorError
 */
export async function discover(options: {
  source: SourceHost;
  workspace: string;
  project?: string;
  clock: Clock;
  emit: Emit;
  signal: AbortSignal;
}): Promise<Discovered> {
  const { source, workspace, clock, emit, signal } = options;
  const scope = options.project === undefined ? {} : { project: options.project };
  await source.verifyCredentials({ workspace, ...scope, signal });
  const repositories: SourceRepository[] = [];
  // A page that shifted meanwhile gives the same row again.
  const unparsed = new Set<string>();
  // Plans and addresses hold the slug, also where the workspace was named by its UUID.
  let name = workspace;
  for await (const page of source.listRepositories({ workspace, ...scope, signal })) {
    repositories.push(...page.repositories);
    for (const one of page.unparsed) unparsed.add(one);
    if (name === workspace) name = page.workspace;
    emit({ type: 'discovery-progress', found: repositories.length, total: page.total });
  }
  const inventory = toInventory({
    kind: source.kind,
    workspace: name,
    discoveredAt: clock.now(),
    repositories,
  });
  return { inventory, repositories, unparsed: [...unparsed] };
}

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
