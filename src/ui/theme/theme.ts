/** How a piece of text looks; the names are those of Ink's Text. Colours are of the sixteen that every terminal has. */
interface Style {
  readonly color?: 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
}

/** What a text is, beside the glyph and the word that say so too. Components name roles, never colours. */
export type Role =
  /** The one thing to read first. */
  | 'title'
  | 'strong'
  | 'quiet'
  | 'good'
  | 'warning'
  | 'bad'
  /** A key that can be pressed. */
  | 'key'
  /** Where the cursor is. */
  | 'selected'
  /** What is under way. */
  | 'active'
  /** The done part of a bar. */
  | 'bar'
  /** The character that the next key goes before. It has to be seen without colours, too. */
  | 'cursor';

export type Theme = Readonly<Record<Role, Style>>;

const sixteenColors: Theme = {
  title: { bold: true },
  strong: { bold: true },
  quiet: { dimColor: true },
  good: { color: 'green' },
  warning: { color: 'yellow' },
  bad: { color: 'red' },
  key: { color: 'cyan', bold: true },
  selected: { color: 'cyan', bold: true },
  active: { color: 'cyan' },
  bar: { color: 'green' },
  cursor: { inverse: true },
};

const none: Style = {};
const noColors: Theme = {
  title: none,
  strong: none,
  quiet: none,
  good: none,
  warning: none,
  bad: none,
  key: none,
  selected: none,
  active: none,
  bar: none,
  cursor: { inverse: true },
};

export function themeOf({ color }: { color: boolean }): Theme {
  return color ? sixteenColors : noColors;
}
