import type { CreatedKind } from '../ports/records/migration.ts';
import type { CreatedResult } from '../ports/state/repository-writer.ts';
import type { RepositoryRecords } from './repository-records.ts';

type IntentRecords = Pick<RepositoryRecords, 'recordIntents'>;

/**
 * Keeps in the state what is about to be created, or what a step is about to do, before anything is sent. It is on the disk
 * when this returns. Only `once` and the functions here record intents.
 * @param ids unique within repository and kind; with what is kept with each, where that is known
 */
export async function intend(
  records: IntentRecords,
  kind: CreatedKind,
  ids: ReadonlyMap<string, string> | readonly string[],
): Promise<void> {
  if (ids instanceof Map) await records.recordIntents(kind, [...ids.keys()], ids);
  else await records.recordIntents(kind, [...ids.values()]);
}

/** Keeps in the state what was found on the target and is ours. */
export async function adoptAll(
  records: IntentRecords & Pick<RepositoryRecords, 'recordResults'>,
  kind: CreatedKind,
  found: readonly ({ readonly sourceId: string } & CreatedResult)[],
): Promise<void> {
  await intend(
    records,
    kind,
    found.map(({ sourceId }) => sourceId),
  );
  await records.recordResults(kind, found);
}

/** Does a step that is only known by its name: `begun` before it, `done` after it. */
export async function doStep<T>(
  records: IntentRecords & Pick<RepositoryRecords, 'recordResult'>,
  step: { readonly kind: CreatedKind; readonly id: string; readonly data?: string },
  work: () => Promise<T>,
): Promise<T> {
  const { kind, id, data } = step;
  await intend(records, kind, data === undefined ? [id] : new Map([[id, data]]));
  const result = await work();
  await finishStep(records, { kind, id });
  return result;
}

/** Ends a step that was begun earlier. */
export async function finishStep(
  records: Pick<RepositoryRecords, 'recordResult'>,
  { kind, id }: { readonly kind: CreatedKind; readonly id: string },
): Promise<void> {
  await records.recordResult(kind, id, { targetId: 'done', targetUrl: '' });
}
