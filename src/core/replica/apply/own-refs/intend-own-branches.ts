import type { Refs } from '../../../git/formats/refs.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { findIntendedRefs, type IntendedRefs, intendRefs } from '../../recorded/intended-refs.ts';
import { changedByOthers } from './changed-by-others.ts';

const kind = 'pushing-own-branches';

type Context = Pick<RepositoryContext, 'records'>;

/** For a target that was created just now: from here on, what is not recorded was pushed by others. */
export async function beginOwnBranches(context: Context): Promise<void> {
  if ((await findIntendedRefs(context, kind)) === null) await intendRefs(context, [], { kind });
}

/**
 * Branches with our names that hold something else than we have put there. Earlier versions did not record what they were
 * about to push: in their states nothing counts as changed.
 * @param branches of the target
 * @returns full names
 */
export async function findChangedBranches(
  { records }: Context,
  branches: Refs,
): Promise<ReadonlySet<string>> {
  if (branches.size === 0) return new Set();
  const intended = await findIntendedRefs({ records }, kind);
  if (intended === null) return new Set();
  const rows = await records.listObjects('branch');
  const recorded = new Map(rows.map(({ sourceId, targetId }) => [sourceId, targetId]));
  const changed = [...branches].filter(
    ([ref, oid]) => recorded.get(ref) !== oid && intended.get(ref)?.includes(oid) !== true,
  );
  return new Set(changed.map(([ref]) => ref));
}

/** Values that pushes were to give the migration's own branches; empty in a state of an earlier version. */
export async function findIntendedBranches({ records }: Context): Promise<IntendedRefs> {
  return (await findIntendedRefs({ records }, kind)) ?? new Map();
}

/**
 * Refuses to replace the migration's own branches where they have changed.
 * @param updates each with what the target has now
 * @throws `refused` where somebody has pushed to one of them
 */
export async function requireOwnBranches(
  context: Context & Pick<RepositoryContext, 'targetFullName'>,
  updates: readonly {
    readonly ref: string;
    readonly to: string | null;
    readonly expected: string | null;
  }[],
): Promise<void> {
  const replaced = updates.flatMap(({ ref, to, expected }) =>
    expected === null || expected === to ? [] : [[ref, expected] as const],
  );
  const changed = await findChangedBranches(context, new Map(replaced));
  if (changed.size > 0) throw changedByOthers(context, [...changed]);
}

/**
 * Records own branches before they are pushed: whatever becomes of the answer, the next run knows what may be there.
 * @param there what the target has, where all that is to be opened is pushed: what is known of other branches is forgotten
 */
export async function intendOwnBranches(
  { records }: Context,
  updates: readonly { readonly ref: string; readonly to: string | null }[],
  there?: Refs,
): Promise<void> {
  const wanted = updates.flatMap(({ ref, to }) => (to === null ? [] : [[ref, to] as const]));
  if (wanted.length === 0) return;
  const intended = await findIntendedRefs({ records }, kind);
  // Begun by an earlier version: what else it has pushed is not known.
  if (intended === null && there === undefined) return;
  const names = new Set(wanted.map(([ref]) => ref));
  const before = [...(intended ?? [])].filter(
    ([ref]) => there === undefined || there.has(ref) || names.has(ref),
  );
  await intendRefs({ records }, wanted, { kind, before: new Map(before) });
}
