import type { Background } from './background.ts';

/** Properties of Ink's Text. A colour is one of the sixteen that every terminal has, or `#rrggbb`. */
interface Style {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
  readonly underline?: boolean;
}

/** Describes what a text means; its glyph or word says the same. Components name roles, never colours. */
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
  /** Text that a filter has matched. */
  | 'match'
  /** In progress. */
  | 'active'
  /** The done part of a bar. */
  | 'bar'
  /** Visible without colours, too. */
  | 'cursor';

export type Theme = Readonly<Record<Role, Style>>;

/** The person's own palette, made for their background. */
const sixteenColors: Theme = {
  title: { bold: true },
  strong: { bold: true },
  quiet: { dimColor: true },
  good: { color: 'green' },
  warning: { color: 'yellow' },
  bad: { color: 'red' },
  key: { color: 'cyan', bold: true },
  selected: { color: 'cyan', bold: true },
  match: { color: 'yellow', underline: true },
  active: { color: 'cyan' },
  bar: { color: 'green' },
  cursor: { inverse: true },
};

/** Contrast of at least 4.5 to 1 on black. */
const onDark: Theme = {
  ...sixteenColors,
  quiet: { color: '#9198a1' },
  good: { color: '#3fb950' },
  warning: { color: '#d29922' },
  bad: { color: '#f85149' },
  key: { color: '#58a6ff', bold: true },
  selected: { color: '#58a6ff', bold: true },
  match: { color: '#d29922', underline: true },
  active: { color: '#58a6ff' },
  bar: { color: '#3fb950' },
};

/** Contrast of at least 4.5 to 1 on white. */
const onLight: Theme = {
  ...sixteenColors,
  quiet: { color: '#59636e' },
  good: { color: '#1a7f37' },
  warning: { color: '#9a6700' },
  bad: { color: '#cf222e' },
  key: { color: '#0550ae', bold: true },
  selected: { color: '#0550ae', bold: true },
  match: { color: '#9a6700', underline: true },
  active: { color: '#0550ae' },
  bar: { color: '#1a7f37' },
};

/** Without colours, weight and lines still tell headings and the row of the cursor apart. */
const noColors: Theme = {
  ...(Object.fromEntries(
    Object.entries(sixteenColors).map(([role, { color: _, ...style }]) => [role, style]),
  ) as Theme),
  bad: { bold: true },
};

/**
 * @param options.colorDepth bits, as `stdout.getColorDepth()` returns them; fewer than 8 show only the sixteen colours
 * @param options.background `null`: unknown
 */
export function themeOf(options: {
  readonly color: boolean;
  readonly colorDepth?: number;
  readonly background?: Background | null;
}): Theme {
  const { color, colorDepth = 4, background = null } = options;
  if (!color) return noColors;
  if (colorDepth < 8 || background === null) return sixteenColors;
  return background === 'dark' ? onDark : onLight;
}
