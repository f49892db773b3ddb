import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ansiOf, screenOf } from '../../../scripts/pictures/ansi.ts';
import { moment } from '../../../scripts/pictures/moment.ts';
import { schemes } from '../../../scripts/pictures/palette.ts';
import {
  assetOf,
  labels,
  pictureColumns,
  pictureNames,
  recordingOf,
} from '../../../scripts/pictures/pictures.ts';
import { textOf } from '../../../scripts/pictures/screen.ts';
import { screenSvg } from '../../../scripts/pictures/svg.ts';
import { ofAnyRun } from '../../helpers/terminal/record.ts';
import { drawn } from './drawn.ts';

const rowsOf = async (name: (typeof pictureNames)[number]) => {
  const screen = await screenOf(readFileSync(recordingOf(name), 'utf8'), pictureColumns);
  return screen.map(textOf);
};

describe('the pictures of the README', () => {
  it.each(pictureNames)('%s are drawn from the recording as it is', async (name) => {
    const screen = await screenOf(readFileSync(recordingOf(name), 'utf8'), pictureColumns);
    for (const [kind, scheme] of Object.entries(schemes)) {
      const svg = screenSvg({ screen, title: 'migrator', label: labels[name], scheme });
      // `npm run pictures` draws them again.
      expect(readFileSync(assetOf(name, kind), 'utf8') === svg, `${name}-${kind}.svg`).toBe(true);
    }
  });

  it.each([
    ['selection', 'repositories'],
    ['review', 'review'],
    ['result', 'result'],
  ] as const)('%s show what the program shows in the test of the demo', async (name, scene) => {
    const file = join(import.meta.dirname, '../../terminal/recordings/demo-120x40.txt');
    const scenes = readFileSync(file, 'utf8').split(/^=== (.*) ===\n/m);
    const shown = scenes[scenes.indexOf(scene) + 1] ?? '';
    expect(ofAnyRun(await rowsOf(name)).trim()).toBe(shown.trim());
  });

  it('show a dashboard on which much happens', async () => {
    expect(moment(await rowsOf('dashboard'))).toBeGreaterThan(5);
  });
});

describe('ansiOf', () => {
  it('writes a screen as it was read, with colours, without what is empty', async () => {
    const text =
      '\u001b[1;32mgood\u001b[0m and \u001b[7m  \u001b[91mbad\u001b[0m\r\n\r\n\u8868\u001b[2mx';
    const screen = await drawn(text, { columns: 30, rows: 5 });
    const ansi = ansiOf(screen);
    expect(ansi.split('\n')).toHaveLength(4);
    expect(await screenOf(ansi, 30)).toEqual(screen.slice(0, 3));
  });
});
