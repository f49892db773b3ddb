import type { Cell } from './screen.ts';

export interface Colors {
  readonly foreground: string;
  /** `null` where the window's own background is seen. */
  readonly background: string | null;
}

export const windowColors = {
  background: '#161b22',
  bar: '#21262d',
  border: '#30363d',
  text: '#d7dde4',
  title: '#9aa4af',
  buttons: ['#ff6b62', '#f5bf4f', '#5ec454'],
} as const;

/** In the order of the escape sequences: black, red, green, yellow, blue, magenta, cyan, white, and the bright ones. */
const sixteen = [
  ...['#484f58', '#ff8178', '#56d364', '#e3b341', '#79b8ff', '#d2a8ff', '#56d4dd', '#c2cad3'],
  ...['#7d8792', '#ffa198', '#7ee787', '#f2cc60', '#a5d0ff', '#e2c5ff', '#8ae9f0', '#ffffff'],
] as const;

/** As much of a dim character's colour is left beside its background; it stays readable. */
const dimShare = 0.66;

/** How a cell is drawn, with inverse and dim resolved. */
export function colorsOf(
  cell: Pick<Cell, 'foreground' | 'background' | 'isDim' | 'isInverse'>,
): Colors {
  const own = colorOf(cell.foreground) ?? windowColors.text;
  const behind = colorOf(cell.background);
  const [front, back] = cell.isInverse ? [behind ?? windowColors.background, own] : [own, behind];
  const foreground = cell.isDim ? mix(front, back ?? windowColors.background, dimShare) : front;
  return { foreground, background: back };
}

function colorOf(color: number | null): string | null {
  return color === null ? null : (sixteen[color] ?? null);
}

function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const value = (color: string) => Number.parseInt(color.slice(at, at + 2), 16);
    const mixed = Math.round(share * value(one) + (1 - share) * value(other));
    return mixed.toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
