/** Tells whether the terminal is known to show OSC 8 links; others may print their addresses. Pure. */
export function showsLinks(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION, KITTY_WINDOW_ID } = environment;
  if (environment.KONSOLE_VERSION !== undefined || KITTY_WINDOW_ID !== undefined) return true;
  if (WT_SESSION !== undefined || Number(VTE_VERSION ?? 0) >= 5000) return true;
  if (['iTerm.app', 'WezTerm', 'ghostty', 'vscode', 'Hyper', 'rio'].includes(TERM_PROGRAM))
    return true;
  return /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/.test(TERM);
}

/** A text that leads to an address. Both must be free of control characters. Pure. */
export function hyperlink(text: string, address: string): string {
  return `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;
}
