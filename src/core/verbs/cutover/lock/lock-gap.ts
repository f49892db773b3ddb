import { compareRefs, type Refs } from '../../../git/formats/refs.ts';
import { hasCode } from '../../../kernel/errors.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { SourceLock, SourceRules } from '../../../ports/source-lock.ts';
import type { Store } from '../../../ports/store.ts';
import { refText } from '../../../replica/diff/refs/plan-refs.ts';
import { readBaseline } from '../../../replica/recorded/migrated-baseline.ts';

interface LockedSource {
  readonly lock: SourceLock;
  readonly repository: SourceRepositoryName;
  /** The host refuses every push. */
  readonly isArchived: boolean;
  /** As the last sync has left them; `null`: it is still to be done. */
  readonly synced: Refs | null;
  /** Branches and tags of the source as they are now. */
  readonly listRefs: () => Promise<Refs>;
  readonly signal: AbortSignal;
}

/**
 * Finds out why a source that was locked may differ from its target: others can lift a lock, and set it again. Writes nothing.
 * @returns a main clause without a full stop, hostile; `null`: its last sync counts
 */
export async function findGap(source: LockedSource): Promise<string | null> {
  const { lock, repository, isArchived, synced, listRefs, signal } = source;
  const rules = isArchived ? null : await lock.read({ ...repository, signal });
  return ruleGap(lock, rules) ?? refGap(synced, await listRefs());
}

/**
 * The same by its restrictions alone. Pure.
 * @param rules `null`: it is archived
 */
export function ruleGap(lock: Pick<SourceLock, 'plan'>, rules: SourceRules | null): string | null {
  return rules === null || isWhole(lock, rules) ? null : 'its lock was removed or changed';
}

/** The same by its branches and tags. Pure. */
export function refGap(synced: Refs | null, now: Refs): string | null {
  const [ref] = synced === null ? [] : changedRefs(synced, now);
  return ref === undefined ? null : `${refText(ref)} was pushed after the final sync`;
}

/** Pure. */
function isWhole(lock: Pick<SourceLock, 'plan'>, rules: SourceRules): boolean {
  try {
    return lock.plan(rules).length === 0;
  } catch (error) {
    // Every form of the lock has exceptions.
    if (hasCode(error, 'refused')) return false;
    throw error;
  }
}

/** Lists what would be missing on the target. A ref that was deleted since is only more there. Pure. */
function changedRefs(synced: Refs, now: Refs): readonly string[] {
  const { different, unexpected } = compareRefs(synced, now);
  return [...different, ...unexpected];
}

/** The refs of the source as the last sync has left them. */
export async function syncedRefs(store: Store, migration: string, slug: string): Promise<Refs> {
  const { refs, sourceRefs } = await readBaseline(store, migration, slug);
  return sourceRefs ?? refs?.refs ?? new Map();
}
