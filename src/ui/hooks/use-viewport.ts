import { useWindowSize } from 'ink';

/** What can be had of a terminal. */
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
  /** Of everything that is live: with two rows to spare no terminal scrolls while a frame is drawn. */
  readonly height: number;
  /** Nothing but a notice fits. */
  readonly isTooSmall: boolean;
}

/** Pure. */
export function viewportOf({ columns, rows }: Size): Viewport {
  return {
    // The last column stays free: some terminals wrap when it is written.
    width: Math.min(widest, Math.max(1, columns - 1)),
    height: Math.max(1, rows - 2),
    isTooSmall: columns < narrowest || rows < lowest,
  };
}

/** What is said instead of a screen, as short as it has to be. */
export function tooSmallText({ columns, rows }: Size): readonly string[] {
  const lines = [
    'The terminal is too small.',
    `It has ${columns} x ${rows};`,
    `${narrowest} x ${lowest} are needed.`,
  ];
  return lines.slice(0, Math.max(1, rows - 2));
}

/** What a screen may fill, and the size of the terminal; draws again when it is resized. */
export function useViewport(): Viewport & { readonly size: Size } {
  const size = useWindowSize();
  return { ...viewportOf(size), size };
}
