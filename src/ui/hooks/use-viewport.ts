import { useWindowSize } from 'ink';
import { useUi } from '../theme/ui-context.tsx';

/** Of a terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const narrowest = 40;
const widest = 300;
const lowest = 8;

/** The part of a terminal that a screen may fill. */
export interface Viewport {
  readonly width: number;
  /** Two rows less than the terminal: otherwise some scroll while a frame is drawn. */
  readonly height: number;
  readonly isTooSmall: boolean;
}

/** Pure. */
export function viewportOf({ columns, rows }: Size): Viewport {
  return {
    // Some terminals wrap when the last column is written.
    width: Math.min(widest, Math.max(1, columns - 1)),
    height: Math.max(1, rows - 2),
    isTooSmall: columns < narrowest || rows < lowest,
  };
}

/** Shown instead of a screen; as many lines as fit. */
export function tooSmallText({ columns, rows }: Size): readonly string[] {
  const lines = ['Terminal too small:', `${columns} x ${rows},`, `needs ${narrowest} x ${lowest}.`];
  return lines.slice(0, Math.max(1, rows - 2));
}

/** Returns what a screen may fill, and the size of the terminal; draws again on a resize. */
export function useViewport(): Viewport & { readonly size: Size } {
  const terminal = useWindowSize();
  const { size = terminal } = useUi();
  return { ...viewportOf(size), size };
}
