import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { screenOf } from './ansi.ts';
import { schemes } from './palette.ts';
import { type PictureLook, type PictureName, pictures } from './pictures.ts';
import type { Screen } from './screen.ts';
import { screenSvg } from './svg.ts';

const program = fileURLToPath(new URL('../../bin/migrator.cjs', import.meta.url));

/** A picture, and the screen that it shows. */
export interface Drawn {
  readonly svg: string;
  readonly screen: Screen;
}

/** Draws a state of a screen as the built program shows it. */
export async function drawPicture(name: PictureName, look: PictureLook): Promise<Drawn> {
  const { state, size, label } = pictures[name];
  const { columns, rows } = size;
  const args = ['screens', '--json', '--size', `${columns}x${rows}`, '--look', look];
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    ...args,
    '--name',
    state,
  ]);
  const screens = stdout.trimEnd().split('\n');
  const found = screens
    .map((line) => JSON.parse(line) as { readonly name: string; readonly text: string })
    .find((one) => one.name === state);
  if (found === undefined) throw new Error(`no screen has the state "${state}"`);
  const screen = await screenOf(found.text, columns);
  return { screen, svg: screenSvg({ screen, title: 'migrator', label, scheme: schemes[look] }) };
}
