/** Roles, not colours: each marks a text for what it is, beside the word that says so too. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly bad: (text: string) => string;
  /** A name that can be typed. */
  readonly accent: (text: string) => string;
  readonly heading: (text: string) => string;
}

const plain = (text: string): string => text;
const strong = sgr(1, 22);
const accent = sgr(36, 39);
const noStyles: Palette = {
  strong: plain,
  quiet: plain,
  good: plain,
  warning: plain,
  bad: plain,
  accent: plain,
  heading: plain,
};
const noColors: Palette = { ...noStyles, strong, heading: strong };
const ansiColors: Palette = {
  strong,
  quiet: sgr(2, 22),
  good: sgr(32, 39),
  warning: sgr(33, 39),
  bad: sgr(31, 39),
  accent,
  heading: (text) => strong(accent(text)),
};

/** The sixteen-colour palette of every terminal, or none. */
export function palette(color: boolean): Palette {
  return color ? ansiColors : noStyles;
}

/** The styles of a terminal, of which NO_COLOR leaves the weight of letters; none for files, pipes and --plain. */
export function terminalStyles(
  { isTerminal }: { readonly isTerminal: boolean },
  {
    environment: { NO_COLOR, TERM },
    plain: isPlain = false,
    color = true,
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly plain?: boolean;
    readonly color?: boolean;
  },
): Palette {
  if (!isTerminal || isPlain || TERM === 'dumb') return noStyles;
  return color && !NO_COLOR ? ansiColors : noColors;
}

function sgr(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
}
