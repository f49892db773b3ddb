/** Pixels of a character, and of its centre. */
interface Cell {
  readonly width: number;
  readonly height: number;
}

const signs = '─│╭╮╰╯';

/** Tells whether a text is a part of a frame. Pure. */
export function isFrame(text: string): boolean {
  return text !== '' && [...text].every((sign) => signs.includes(sign));
}

/**
 * Returns the lines of a frame as the path of an image: as text they would have gaps, because rows are higher than a font's
 * signs. Pure.
 * @param options.left of the first sign, in pixels like `top`
 */
export function framePath(
  text: string,
  { left, top, cell }: { readonly left: number; readonly top: number; readonly cell: Cell },
): string {
  const { width, height } = cell;
  const parts: string[] = [];
  const down = top + height;
  if (text.includes('─')) {
    const [first, last] = [text.indexOf('─'), text.lastIndexOf('─') + 1];
    parts.push(`M${n(left + first * width)} ${n(top + height / 2)}H${n(left + last * width)}`);
  }
  for (const [at, sign] of [...text].entries()) {
    const [x, y] = [left + at * width + width / 2, top + height / 2];
    const r = width / 2;
    if (sign === '│') parts.push(`M${n(x)} ${n(top)}V${n(down)}`);
    if (sign === '╭')
      parts.push(`M${n(x)} ${n(down)}V${n(y + r)}A${r} ${r} 0 0 1 ${n(x + r)} ${n(y)}`);
    if (sign === '╮')
      parts.push(`M${n(x)} ${n(down)}V${n(y + r)}A${r} ${r} 0 0 0 ${n(x - r)} ${n(y)}`);
    if (sign === '╰')
      parts.push(`M${n(x)} ${n(top)}V${n(y - r)}A${r} ${r} 0 0 0 ${n(x + r)} ${n(y)}`);
    if (sign === '╯')
      parts.push(`M${n(x)} ${n(top)}V${n(y - r)}A${r} ${r} 0 0 1 ${n(x - r)} ${n(y)}`);
  }
  return parts.join('');
}

function n(value: number): number {
  return Math.round(value * 100) / 100;
}
