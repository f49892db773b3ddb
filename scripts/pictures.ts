/**
 * Draws the pictures of README.md and docs/ from what the test of the demo has recorded, and writes them into assets/, one
 * for dark pages and one for light ones.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { screenOf } from './pictures/ansi.ts';
import { checkInChromium, findChromium } from './pictures/check-in-chromium.ts';
import { checkInRsvg } from './pictures/check-in-rsvg.ts';
import { schemes } from './pictures/palette.ts';
import {
  assetOf,
  labels,
  type PictureName,
  pictureColumns,
  pictureNames,
  recordingOf,
} from './pictures/pictures.ts';
import { screenSvg } from './pictures/svg.ts';

const mostBytes = 60_000;

const folder = await mkdtemp('/tmp/migrator-pictures-');
try {
  const browser = await findChromium();
  if (browser === null) console.error('No Chromium here: the pictures are not drawn in it.');
  for (const name of pictureNames) {
    const screen = await screenOf(await readFile(recordingOf(name), 'utf8'), pictureColumns);
    for (const [kind, scheme] of Object.entries(schemes)) {
      const svg = screenSvg({ screen, title: 'migrator', label: labels[name], scheme });
      refuse(name, svg);
      if (browser !== null) await checkInChromium({ browser, svg, screen, folder });
      const isDrawn = await checkInRsvg({ svg, folder });
      if (!isDrawn) console.error('No rsvg-convert here: the picture is not drawn by it.');
      const path = assetOf(name, kind);
      await writeFile(path, svg);
      console.error(`${path}  ${svg.length} bytes`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** A picture is published: what names this machine must not get into it. */
function refuse(name: PictureName, svg: string): void {
  const own = [hostname(), homedir(), process.cwd()].filter((text) => text.length > 2);
  for (const text of own) {
    if (svg.includes(text)) throw new Error(`${name} would show ${text}`);
  }
  if (Buffer.byteLength(svg) > mostBytes) throw new Error(`${name} is larger than ${mostBytes}`);
}
