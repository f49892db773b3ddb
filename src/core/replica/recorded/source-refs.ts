import * as z from 'zod';
import type { Refs } from '../../git/formats/refs.ts';
import { defineDocument } from '../../journal/document.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { CreatedObject } from '../../ports/records/migration.ts';

export const refMap = z
  .record(z.string(), z.string())
  .transform((refs): Refs => new Map(Object.entries(refs)));

/** As the source had them, where their hashes became others on the way. */
const schema = z.object({
  refs: refMap,
  /** New hashes of objects that refs named, where the same always becomes the same. */
  renamed: refMap.default(() => new Map()),
});
type SourceRefs = Readonly<z.infer<typeof schema>>;

const refsOfSource = defineDocument('refs', 'source', schema);

interface Reading {
  readonly records: Pick<RepositoryRecords, 'findObject'>;
}

/**
 * Records the refs that the source has, where those of the target get other hashes.
 * @param rewritten the same refs as the target gets them, where a commit always gets the same hash
 */
export async function recordSourceRefs(
  { records }: { readonly records: Pick<RepositoryRecords, 'findObject' | 'saveDocument'> },
  refs: Refs,
  rewritten: Refs = refs,
): Promise<void> {
  const renamed = new Map((await refsOfSource.read(records))?.renamed);
  for (const [ref, oid] of refs) {
    const now = rewritten.get(ref) ?? oid;
    if (now !== oid) renamed.set(oid, now);
  }
  await refsOfSource.save(records, {
    refs: Object.fromEntries(refs),
    renamed: Object.fromEntries(renamed),
  });
}

/** Returns refs of the source with the hashes that the target has for them, as far as they are known. */
export async function renameRefs({ records }: Reading, refs: Refs): Promise<Refs> {
  const renamed = (await refsOfSource.read(records))?.renamed;
  return new Map([...refs].map(([ref, oid]) => [ref, renamed?.get(oid) ?? oid]));
}

/** Returns the refs of the source that migrated ones came from; `null` where they have the same hashes. */
export async function readSourceRefs({ records }: Reading, migrated: Refs): Promise<Refs | null> {
  const found = await refsOfSource.read(records);
  return found === null ? null : sourceOf(found, migrated);
}

/** The same among rows of their kind. Pure. */
export function sourceRefsAmong(rows: readonly CreatedObject[], migrated: Refs): Refs | null {
  const found = refsOfSource.among(rows);
  return found === null ? null : sourceOf(found, migrated);
}

/** Pure. */
function sourceOf({ refs, renamed }: SourceRefs, migrated: Refs): Refs {
  // A history that was cut.
  if (renamed.size === 0) return refs;
  const before = new Map([...renamed].map(([old, now]) => [now, old]));
  return new Map(
    [...migrated].map(([ref, oid]) => {
      const last = refs.get(ref);
      const isLast = last !== undefined && (renamed.get(last) ?? last) === oid;
      return [ref, isLast ? last : (before.get(oid) ?? oid)];
    }),
  );
}
