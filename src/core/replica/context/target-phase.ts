import { type DocumentSchema, readData } from '../../journal/document.ts';
import type { CreatedObject } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';

/** How far a target is that stays closed until the cut-over. People work on an open one: nothing closes it again. */
export type TargetPhase =
  | 'closed'
  /** A cut-over was ended while it opened the target: as much is open as the host has taken. */
  | 'opening'
  | 'open';

/** Where a cut-over and a rollback have left a target, by their rows. Pure. */
export function phaseOf(of: {
  readonly cutover: readonly CreatedObject[];
  readonly rollback: readonly CreatedObject[];
  /** `null`: not created yet. */
  readonly targetId: string | null;
}): TargetPhase {
  // A person who gives it its name back decides who sees it.
  if (isRolledBack(of.rollback, of.targetId)) return 'open';
  const row = rowsOfTarget(of.cutover, of.targetId).find(({ sourceId }) => sourceId === 'open');
  if (row === undefined) return 'closed';
  return row.targetId === null ? 'opening' : 'open';
}

/** Tells whether a rollback has begun to take a target away. One that was created since has rows of its own. Pure. */
export function isRolledBack(rollback: readonly CreatedObject[], targetId: string | null): boolean {
  return targetId !== null && rollback.some(({ sourceId }) => sourceId.endsWith(` ${targetId}`));
}

/** Tells whether a rollback has taken a target away: what it only began may never have arrived. Pure. */
export function wasRemoved(rollback: readonly CreatedObject[], targetId: string): boolean {
  return ['aside', 'archive'].every((step) =>
    rollback.some((row) => row.sourceId === `${step} ${targetId}` && row.targetId !== null),
  );
}

/** By hand: the list of migrations loads this file, and no schemas. */
const stepSchema: DocumentSchema<{ readonly target: string }> = {
  parse(value) {
    const target = typeof value === 'object' && value !== null && 'target' in value && value.target;
    return typeof target === 'string' ? { target } : null;
  },
};

/** Finds what the state holds with a step of a cut-over. Pure. */
export function stepDataOf(targetId: string): string {
  return JSON.stringify({ target: targetId });
}

/** The steps of a cut-over that concern this target. Those of earlier versions name none, and count for any. Pure. */
export function rowsOfTarget(
  cutover: readonly CreatedObject[],
  targetId: string | null,
): readonly CreatedObject[] {
  return cutover.filter((row) => {
    const of = readData(stepSchema, row);
    return of === null || of.target === targetId;
  });
}

/** Ids of targets that a cut-over has opened or begun to open. @param now that of a row which names none. Pure. */
export function openedTargets(cutover: readonly CreatedObject[], now: string): readonly string[] {
  const rows = cutover.filter(({ sourceId }) => sourceId === 'open');
  return rows.map((row) => readData(stepSchema, row)?.target ?? now);
}

/** The phase of one repository's target; `open` where its plan does not follow the source. */
export async function readPhase(
  store: Pick<Store, 'listObjects'>,
  of: { readonly migration: string; readonly repository: string; readonly follow: boolean },
): Promise<TargetPhase> {
  if (!of.follow) return 'open';
  const list = store.listObjects.bind(store, of.migration, of.repository);
  const [made] = await list('repository');
  return phaseOf({
    cutover: await list('cutover', 'open'),
    rollback: await list('rollback'),
    targetId: made?.targetId ?? null,
  });
}

/** Tells whether a target of a plan that follows its source has not been cut over yet. */
export async function hasClosedTargets(store: Store, migration: string): Promise<boolean> {
  for (const { source } of await store.listRepositories(migration)) {
    const phase = await readPhase(store, { migration, repository: source, follow: true });
    if (phase !== 'open') return true;
  }
  return false;
}
