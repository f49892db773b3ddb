import type { InventoryRepository } from '../../discovery/inventory-schema.ts';
import { slugOf } from '../../plan/choose-repositories.ts';
import type { EntryAddress } from '../entries/entry-path.ts';
import { isAwaiting } from '../sync-report.ts';
import type { SyncedEntry } from '../sync-to-vault.ts';

/** A variable that a script writes into its entry. */
interface ScriptValue extends Pick<SyncedEntry, 'address' | 'path'> {
  /** The version that the entry must still have. */
  readonly version: number;
}

/** One run: the scripts see the variables of one environment, or of none. */
export interface PlannedRun {
  readonly environment: string | null;
  readonly values: readonly ScriptValue[];
}

export interface PlannedRepository {
  readonly slug: string;
  readonly runs: readonly PlannedRun[];
}

export interface PipelinePlan {
  readonly repositories: readonly PlannedRepository[];
  /** Values that no script can write, and why. */
  readonly skipped: readonly { readonly address: EntryAddress; readonly reason: string }[];
}

/** Names that a shell can read, except the ones that our own script uses. */
const readable = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ours = /^(LC_ALL|mgr_.*|MIGRATOR_VAULT_.*)$/;

/**
 * Which repository's pipeline writes which value. A variable of the workspace is seen by every repository that has
 * none of the same name itself: the first such one writes it. Pure.
 */
export function planPipelines(
  repositories: readonly InventoryRepository[],
  entries: readonly SyncedEntry[],
): PipelinePlan {
  const skipped: { address: EntryAddress; reason: string }[] = [];
  const runs = new Map<string, Map<string | null, ScriptValue[]>>();
  function add(slug: string, environment: string | null, value: ScriptValue): void {
    const of = runs.get(slug) ?? new Map<string | null, ScriptValue[]>();
    runs.set(slug, of);
    of.set(environment, [...(of.get(environment) ?? []), value]);
  }
  // First those whose pipelines run anyway.
  const byUse = repositories.toSorted((a, b) => count(b) - count(a));
  for (const entry of entries) {
    if (!isAwaiting(entry)) continue;
    const { address, path, state } = entry;
    // An entry is created as version 1.
    const value = { address, path, version: state === 'to-create' ? 1 : (entry.version ?? 0) };
    const { name } = address;
    if (!readable.test(name) || ours.test(name)) {
      skipped.push({ address, reason: 'a shell cannot read a variable with this name' });
    } else if (address.level === 'workspace') {
      const host = byUse.find((one) => !hasOwn(one, name));
      const reason = 'every repository has a variable with the same name, which overrides it';
      if (host === undefined) skipped.push({ address, reason });
      else add(slugOf(host), null, value);
    } else {
      add(address.repository, address.level === 'deployment' ? address.environment : null, value);
    }
  }
  return {
    skipped,
    repositories: [...runs].map(([slug, of]) => ({
      slug,
      runs: [...of].map(([environment, values]) => ({ environment, values })),
    })),
  };
}

function hasOwn({ secrets, secrets_unread: unread = [] }: InventoryRepository, name: string) {
  return unread.includes('repository') || (secrets?.repository ?? []).includes(name);
}

/** Only repositories with pipelines can run one: those with variables of their own have them for certain. */
function count({ secrets }: InventoryRepository): number {
  const deployments = Object.values(secrets?.deployments ?? {}).flat();
  return (secrets?.repository?.length ?? 0) + deployments.length;
}
