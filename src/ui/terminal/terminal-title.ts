/** The title of a terminal's window or tab. */
export interface TerminalTitle {
  /** Does nothing where the title is already this one. */
  set(title: string): void;
  /** Gives the terminal its earlier title back. */
  restore(): void;
}

/** xterm's stack of titles: terminals without one keep ours. */
const push = '\u001b[22;2t';
const pop = '\u001b[23;2t';

/** @param write to the terminal */
export function createTerminalTitle(write: (text: string) => void): TerminalTitle {
  let shown: string | null = null;
  return {
    set(title) {
      if (title === shown) return;
      const first = shown === null ? push : '';
      shown = title;
      // OSC 2; nothing in a title may end it early.
      write(`${first}\u001b]2;${title.replace(/[\u0000-\u001f\u007f-\u009f]/g, '')}\u0007`);
    },
    restore() {
      if (shown === null) return;
      shown = null;
      write(pop);
    },
  };
}
