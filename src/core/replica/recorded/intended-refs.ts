import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';

/**
 * Values that pushes were to give refs, as long as their end is unknown. All of them, not only the last: a host may finish
 * a push whose process was killed while the next one is on its way.
 */
export type IntendedRefs = ReadonlyMap<string, readonly string[]>;

interface Records {
  readonly records: Pick<RepositoryRecords, 'findObject' | 'saveDocument' | 'forgetObjects'>;
}

/** Which refs: those of the source, or branches that only the migration has. */
export type IntendedKind = keyof typeof documents;

const schema = z.object({ refs: z.record(z.string(), z.array(z.string())) });
const documents = {
  pushing: defineDocument('refs', 'pushing', schema),
  'pushing-own-branches': defineDocument('refs', 'pushing-own-branches', schema),
} as const;

/** @returns `null` where nothing was recorded, as in a state of an earlier version */
export async function findIntendedRefs(
  { records }: Records,
  kind: IntendedKind = 'pushing',
): Promise<IntendedRefs | null> {
  const found = await documents[kind].read(records);
  return found === null ? null : new Map(Object.entries(found.refs));
}

/**
 * Before a push: the state holds what is about to be pushed, so that a push whose end nobody saw is known for ours.
 * @param wanted full names with hashes
 * @param options.before what counts still of earlier pushes
 */
export async function intendRefs(
  { records }: Records,
  wanted: Iterable<readonly [ref: string, oid: string]>,
  options: { readonly kind?: IntendedKind; readonly before?: IntendedRefs | null } = {},
): Promise<void> {
  const { kind = 'pushing' } = options;
  const { before = await findIntendedRefs({ records }, kind) } = options;
  const refs = new Map(before);
  for (const [ref, oid] of wanted) {
    const known = refs.get(ref) ?? [];
    if (!known.includes(oid)) refs.set(ref, [...known, oid]);
  }
  await documents[kind].save(records, { refs: Object.fromEntries(refs) });
}

/** The ends of all pushes are recorded. */
export async function forgetIntendedRefs({ records }: Records): Promise<void> {
  await documents.pushing.forget(records);
}
