import type { Cell, Color } from './screen.ts';

export interface Colors {
  readonly foreground: string;
  /** `null` where the window's own background is seen. */
  readonly background: string | null;
}

/** The colours of a terminal's window, as a person has set them. */
export interface Scheme {
  readonly background: string;
  readonly bar: string;
  readonly border: string;
  readonly text: string;
  readonly title: string;
  readonly buttons: readonly string[];
  /** In the order of the escape sequences: black, red, green, yellow, blue, magenta, cyan, white, and the bright ones. */
  readonly sixteen: readonly string[];
}

export const schemes = {
  dark: {
    background: '#161b22',
    bar: '#21262d',
    border: '#30363d',
    text: '#d7dde4',
    title: '#9aa4af',
    buttons: ['#ff6b62', '#f5bf4f', '#5ec454'],
    sixteen: [
      ...['#484f58', '#ff8178', '#56d364', '#e3b341', '#79b8ff', '#d2a8ff', '#56d4dd', '#c2cad3'],
      ...['#7d8792', '#ffa198', '#7ee787', '#f2cc60', '#a5d0ff', '#e2c5ff', '#8ae9f0', '#ffffff'],
    ],
  },
  light: {
    background: '#ffffff',
    bar: '#f0f2f4',
    border: '#d0d7de',
    text: '#1f2328',
    title: '#59636e',
    buttons: ['#ff6b62', '#f5bf4f', '#5ec454'],
    sixteen: [
      ...['#24292f', '#cf222e', '#1a7f37', '#9a6700', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
      ...['#57606a', '#a40e26', '#116329', '#7d4e00', '#0550ae', '#6639ba', '#13666d', '#424a53'],
    ],
  },
} as const satisfies Readonly<Record<string, Scheme>>;

/** As much of a dim character's colour is left beside its background; it stays readable. */
const dimShare = 0.66;

/** How a cell is drawn, with inverse and dim resolved. */
export function colorsOf(
  cell: Pick<Cell, 'foreground' | 'background' | 'isDim' | 'isInverse'>,
  scheme: Scheme,
): Colors {
  const colorOf = (color: Color) => (typeof color === 'number' ? scheme.sixteen[color] : color);
  const own = colorOf(cell.foreground) ?? scheme.text;
  const behind = colorOf(cell.background) ?? null;
  const [front, back] = cell.isInverse ? [behind ?? scheme.background, own] : [own, behind];
  const foreground = cell.isDim ? mix(front, back ?? scheme.background, dimShare) : front;
  return { foreground, background: back };
}

function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const value = (color: string) => Number.parseInt(color.slice(at, at + 2), 16);
    const mixed = Math.round(share * value(one) + (1 - share) * value(other));
    return mixed.toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
