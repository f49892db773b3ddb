import type { CreatedObject } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';

/** How far a target is that stays closed until the cut-over. People work on an open one: nothing closes it again. */
export type TargetPhase =
  | 'closed'
  /** A cut-over was ended while it opened the target: as much is open as the host has taken. */
  | 'opening'
  | 'open';

/** @param rows of kind `cutover`. Pure. */
export function phaseOf(rows: readonly CreatedObject[]): TargetPhase {
  const row = rows.find(({ sourceId }) => sourceId === 'open');
  if (row === undefined) return 'closed';
  return row.targetId === null ? 'opening' : 'open';
}

/** The phase of one repository's target; `open` where its plan does not follow the source. */
export async function readPhase(
  store: Pick<Store, 'listObjects'>,
  of: { readonly migration: string; readonly repository: string; readonly follow: boolean },
): Promise<TargetPhase> {
  if (!of.follow) return 'open';
  return phaseOf(await store.listObjects(of.migration, of.repository, 'cutover', 'open'));
}
