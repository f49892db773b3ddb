/** Tracks whether a terminal has the focus, if it reports that. */
export interface TerminalFocus {
  /** `null`: nobody knows. */
  isFocused(): boolean | null;
  /** Reads what the terminal reports, and returns the rest: reports are no keys. */
  read(input: string): string;
}

/** DEC mode 1004: the terminal reports when it gets and loses the focus. */
export const reportFocus = '\u001b[?1004h';
export const endFocusReports = '\u001b[?1004l';

const reports = /\u001b\[[IO]/g;

export function createTerminalFocus(): TerminalFocus {
  let isFocused: boolean | null = null;
  return {
    isFocused: () => isFocused,
    read(input) {
      const last = input.match(reports)?.at(-1);
      if (last === undefined) return input;
      isFocused = last.endsWith('I');
      return input.replace(reports, '');
    },
  };
}
