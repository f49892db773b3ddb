/** OSC 52: the terminal puts a text into the clipboard of the machine that it runs on, even over SSH. Pure. */
export function copySequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
}

/** Tells whether the terminal is known to take texts for the clipboard; most others ignore them. Pure. */
export function takesClipboard(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { TERM = '', TERM_PROGRAM = '', WT_SESSION, KITTY_WINDOW_ID } = environment;
  if (['iTerm.app', 'WezTerm', 'ghostty', 'vscode', 'tmux', 'rio'].includes(TERM_PROGRAM))
    return true;
  if (WT_SESSION !== undefined || KITTY_WINDOW_ID !== undefined) return true;
  return /^(xterm-kitty|xterm-ghostty|alacritty|foot|tmux|screen|contour)/.test(TERM);
}
