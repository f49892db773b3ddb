import * as z from 'zod';
import type { RepositoryContext } from '../migration-context.ts';
import { readData } from '../read-data.ts';

/**
 * Values that pushes were to give refs, as long as their end is unknown. All of them, not only the last: a host may finish
 * a push whose process was killed while the next one is on its way.
 */
export type IntendedRefs = ReadonlyMap<string, readonly string[]>;

interface Records {
  readonly records: Pick<
    RepositoryContext['records'],
    'findObject' | 'recordIntent' | 'saveObjectData' | 'forgetIntent'
  >;
}

/** Which refs: those of the source, or branches that only the migration has. */
export type IntendedKind = 'pushing' | 'pushing-own-branches';

const schema = z.object({ refs: z.record(z.string(), z.array(z.string())) });

/** @returns `null` where nothing was recorded, as in a state of an earlier version */
export async function findIntendedRefs(
  { records }: Records,
  kind: IntendedKind = 'pushing',
): Promise<IntendedRefs | null> {
  const found = readData(schema, await records.findObject('refs', kind));
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
  const data = JSON.stringify({ refs: Object.fromEntries(refs) });
  if ((await records.findObject('refs', kind)) === null)
    await records.recordIntent('refs', kind, data);
  // Flushed, which an intent of this kind is not.
  await records.saveObjectData('refs', kind, data);
}

/** The ends of all pushes are recorded. */
export async function forgetIntendedRefs({ records }: Records): Promise<void> {
  await records.forgetIntent('refs', 'pushing');
}
