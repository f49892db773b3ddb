import type { WaitView } from '../run/repository-view.ts';
import type { RunState } from '../run/run-state.ts';

/** Returns the wait that holds most repositories up, or the run itself; `null`: nobody waits. Pure. */
export function holdingWait(
  { wait, repositories, heldSince }: Pick<RunState, 'wait' | 'repositories' | 'heldSince'>,
  now: number,
): WaitView | null {
  if (heldSince !== null) return null;
  const waits = [...repositories.values()]
    .filter(({ status }) => status === 'waiting')
    .map((one) => one.wait);
  const open = [wait, ...waits].filter((one) => one !== null && one.until > now);
  const alike = Map.groupBy(open as readonly WaitView[], ({ host, reason }) => `${host} ${reason}`);
  const [most] = [...alike.values()].sort((one, other) => other.length - one.length);
  if (most === undefined) return null;
  // The first of them to end lets the run go on.
  return most.reduce((first, one) => (one.until < first.until ? one : first));
}
