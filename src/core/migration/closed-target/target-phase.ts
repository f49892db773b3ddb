import { type CreatedObject, wasReset } from '../../ports/records/migration.ts';
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
  const row = of.cutover.find(({ sourceId }) => sourceId === 'open');
  if (row === undefined) return 'closed';
  return row.targetId === null ? 'opening' : 'open';
}

/** Tells whether a rollback has begun to take a target away. One that was created since has rows of its own. Pure. */
export function isRolledBack(rollback: readonly CreatedObject[], targetId: string | null): boolean {
  return targetId !== null && rollback.some(({ sourceId }) => sourceId.endsWith(` ${targetId}`));
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
    // One that was started over is the target of before only once it was found again.
    targetId: made === undefined || wasReset(made) ? null : made.targetId,
  });
}
