/** The position in a list of which only a window is shown. */
export interface ListState {
  readonly cursor: number;
  /** The first row shown. */
  readonly top: number;
}

export type ListMove = 'up' | 'down' | 'pageup' | 'pagedown' | 'home' | 'end';

export const listStart: ListState = { cursor: 0, top: 0 };

/** @param size how many rows there are, and how many fit */
export function moveInList(
  state: ListState,
  move: ListMove,
  size: { count: number; height: number },
): ListState {
  const page = Math.max(1, size.height - 1);
  const steps: Readonly<Record<ListMove, number>> = {
    up: -1,
    down: 1,
    pageup: -page,
    pagedown: page,
    home: -size.count,
    end: size.count,
  };
  return intoList({ ...state, cursor: state.cursor + steps[move] }, size);
}

/** Adapts the position to changed rows or a changed window: the cursor stays on a row that is shown. */
export function intoList(
  { cursor, top }: ListState,
  { count, height }: { count: number; height: number },
): ListState {
  const row = Math.min(Math.max(0, cursor), Math.max(0, count - 1));
  const lowest = Math.max(0, row - Math.max(1, height) + 1);
  const highest = Math.max(0, Math.min(row, count - height));
  return { cursor: row, top: Math.min(Math.max(top, lowest), Math.max(lowest, highest)) };
}
