/** Roles, not colours: each marks a text for what it is, beside the word that says so too. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly bad: (text: string) => string;
}

const plain = (text: string): string => text;
const noColors: Palette = { strong: plain, quiet: plain, good: plain, warning: plain, bad: plain };
const ansiColors: Palette = {
  strong: sgr(1, 22),
  quiet: sgr(2, 22),
  good: sgr(32, 39),
  warning: sgr(33, 39),
  bad: sgr(31, 39),
};

/** The sixteen-colour palette of every terminal, or none. */
export function palette(color: boolean): Palette {
  return color ? ansiColors : noColors;
}

function sgr(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
}
