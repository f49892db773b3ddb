/** Distinguishes the screen that a person sees from the one that a key would answer by now. */
export interface DrawnScreen {
  /** The screen of the next frame. */
  readonly show: (screen: string) => void;
  /** The frame is on the terminal. */
  readonly onFrame: () => void;
  readonly isDrawn: (screen: string) => boolean;
}

export function createDrawnScreen(): DrawnScreen {
  let next: string | null = null;
  let drawn: string | null = null;
  return {
    show(screen) {
      next = screen;
    },
    onFrame() {
      drawn = next;
    },
    isDrawn: (screen) => drawn === screen,
  };
}
