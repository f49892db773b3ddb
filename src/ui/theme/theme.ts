/** Properties of Ink's Text, with the sixteen colours that every terminal has. */
interface Style {
  readonly color?: 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
}

/** What a text means; its glyph or word says the same. Components name roles, never colours. */
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
  /** In progress. */
  | 'active'
  /** The done part of a bar. */
  | 'bar'
  /** Visible without colours, too. */
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

const noColors: Theme = {
  title: {},
  strong: {},
  quiet: {},
  good: {},
  warning: {},
  bad: {},
  key: {},
  selected: {},
  active: {},
  bar: {},
  cursor: { inverse: true },
};

export function themeOf({ color }: { color: boolean }): Theme {
  return color ? sixteenColors : noColors;
}
