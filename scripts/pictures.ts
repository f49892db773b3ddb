/**
 * Draws the pictures of README.md and docs/ from states of the screens, as the built program shows them, and writes them into
 * assets/, one for dark pages and one for light ones.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { checkInChromium, findChromium } from './pictures/check-in-chromium.ts';
import { checkInRsvg } from './pictures/check-in-rsvg.ts';
import { drawPicture } from './pictures/draw-picture.ts';
import { assetOf, pictureLooks, pictureNames } from './pictures/pictures.ts';

const mostBytes = 60_000;

const folder = await mkdtemp('/tmp/migrator-pictures-');
try {
  const browser = await findChromium();
  if (browser === null) console.error('No Chromium here: the pictures are not drawn in it.');
  for (const name of pictureNames) {
    for (const look of pictureLooks) {
      const { svg, screen } = await drawPicture(name, look);
      if (Buffer.byteLength(svg) > mostBytes)
        throw new Error(`${name} is larger than ${mostBytes}`);
      if (browser !== null) await checkInChromium({ browser, svg, screen, folder });
      const isDrawn = await checkInRsvg({ svg, folder });
      if (!isDrawn) console.error('No rsvg-convert here: the picture is not drawn by it.');
      const path = assetOf(name, look);
      await writeFile(path, svg);
      console.error(`${path}  ${svg.length} bytes`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
