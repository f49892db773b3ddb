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

const schema = z.object({ refs: z.record(z.string(), z.array(z.string())) });

const pushing = 'pushing';

export async function readIntendedRefs({ records }: Records): Promise<IntendedRefs> {
  const { refs = {} } = readData(schema, await records.findObject('refs', pushing)) ?? {};
  return new Map(Object.entries(refs));
}

/**
 * Before a push: the state holds what is about to be pushed, so that a push whose end nobody saw is known for ours.
 * @param wanted full names with hashes
 */
export async function intendRefs(
  { records }: Records,
  wanted: Iterable<readonly [ref: string, oid: string]>,
): Promise<void> {
  const before = await readIntendedRefs({ records });
  const refs = new Map(before);
  for (const [ref, oid] of wanted) {
    const known = refs.get(ref) ?? [];
    if (!known.includes(oid)) refs.set(ref, [...known, oid]);
  }
  const data = JSON.stringify({ refs: Object.fromEntries(refs) });
  if ((await records.findObject('refs', pushing)) === null)
    await records.recordIntent('refs', pushing, data);
  // Flushed, which an intent of this kind is not.
  await records.saveObjectData('refs', pushing, data);
}

/** The ends of all pushes are recorded. */
export async function forgetIntendedRefs({ records }: Records): Promise<void> {
  await records.forgetIntent('refs', pushing);
}
