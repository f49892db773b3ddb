import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { screenOf } from '../../../scripts/pictures/ansi.ts';
import { drawPicture } from '../../../scripts/pictures/draw-picture.ts';
import { assetOf, pictureLooks, pictureNames } from '../../../scripts/pictures/pictures.ts';
import { textOf } from '../../../scripts/pictures/screen.ts';

const all = pictureNames.flatMap((name) => pictureLooks.map((look) => [name, look] as const));

describe('the pictures of the README', () => {
  it.each(all)('%s-%s.svg shows the screen as it is', async (name, look) => {
    const { svg } = await drawPicture(name, look);
    // `npm run pictures` draws them again.
    expect(readFileSync(assetOf(name, look), 'utf8') === svg).toBe(true);
  });
});

describe('screenOf', () => {
  it('reads characters and colors, those of the terminal and any other', async () => {
    const [row = []] = await screenOf('\u001b[31ma\u001b[38;2;88;166;255mb\u001b[0mc', 10);
    expect(textOf(row)).toBe('abc');
    expect(row.slice(0, 3).map(({ foreground }) => foreground)).toEqual([1, '#58a6ff', null]);
  });
});
