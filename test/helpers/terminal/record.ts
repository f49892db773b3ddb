import { readScreen, textOf } from '../../../scripts/pictures/screen.ts';
import type { TerminalProgram } from './terminal.ts';

/** The three sizes that every screen is recorded at. */
export const recordedSizes = [
  [120, 40],
  [80, 24],
  [60, 20],
] as const;

/** Describes what stands on a screen once it is whole. */
export type Shown = readonly (string | RegExp)[];

/** Describes what a person presses, and what then stands on the screen. */
type Pressed = readonly [keys: string, shown: Shown];

/** `further` is pressed after each change of size, where screens are scrolled. */
export type Scene = readonly [title: string, ...Pressed, further?: readonly Pressed[]];

/** The rows of the first whole frame with all of this and, unless `isMoving`, nothing on its way. */
export function wholeFrame(
  program: TerminalProgram,
  shown: Shown,
  { isMoving = false }: { isMoving?: boolean } = {},
): Promise<readonly string[]> {
  return program.when((terminal) => {
    const rows = readScreen(terminal).map(textOf);
    const text = rows.join('\n');
    const isBusy = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] |Checking both hosts/.test(text);
    const isThere = shown.every((part) =>
      typeof part === 'string' ? text.includes(part) : part.test(text),
    );
    if ((isBusy && !isMoving) || !isThere) return null;
    const end = rows.findLastIndex((row) => row !== '');
    return rows.slice(0, end + 1);
  });
}

/** The rows of a scene at every size, the first of which the terminal has before and again afterwards. */
export async function* everySize(
  program: TerminalProgram,
  [, keys, shown, further = []]: Scene,
  options: { isMoving?: boolean } = {},
): AsyncGenerator<{ readonly at: number; readonly rows: readonly string[] }> {
  program.type(keys);
  yield { at: 0, rows: await wholeFrame(program, shown, options) };
  for (const at of [1, 2] as const) {
    await resize(program, recordedSizes[at]);
    for (const [then, seen] of further) {
      program.type(then);
      await wholeFrame(program, seen, options);
    }
    yield { at, rows: await wholeFrame(program, shown, options) };
  }
  await resize(program, recordedSizes[0]);
}

/**
 * Another size, whose frame is drawn again: on the way there the terminal is too small for any, which nothing but the program
 * can put on the screen.
 */
export async function resize(
  program: TerminalProgram,
  [columns, rows]: readonly [number, number],
): Promise<void> {
  const [width, height] = [30, 6];
  const isTooSmall = (terminal: Parameters<typeof readScreen>[0]) =>
    readScreen(terminal).some((row) => textOf(row).startsWith('Terminal too small'));
  program.resize(width, height);
  await program.when((terminal) => isTooSmall(terminal) || null);
  program.resize(columns, rows);
  await program.when((terminal) => !isTooSmall(terminal) || null);
}

/** The same of a run of the demo, whatever its folder and times are. A narrow terminal shows the end of a long path alone. */
export function ofAnyRun(rows: readonly string[]): string {
  return neutral(rows)
    .replace(/mig_[a-z0-9]{12}/g, 'mig_000000000000')
    .replace(/ saved \/\S+/g, ' saved /folder')
    .replace(/(User map +)\S+\/users\.csv/g, '$1/folder')
    .replace(/ \/\S+\/migrator-\S+/g, ' /folder')
    .replace(/\bverified \d\d:\d\d:\d\d/g, 'verified hh:mm:ss')
    .replace(/[0-9a-f]{8}…[0-9a-f]{8}/g, 'N…N')
    .replace(/^ {2}\d\d:\d\d(?= {2})/gm, '  hh:mm')
    .replace(/\b(\d+h )?(\d+m )?\d+(\.\d)?s\b/g, 'Ns');
}

/** Of every name the same screens, whatever the ports, sizes and dates of this run are. */
export function neutral(rows: readonly string[]): string {
  const text = rows.map((row) => row.trimEnd()).join('\n');
  return text
    .replace(/127\.0\.0\.1:\d+/g, 'host')
    .replace(/\d+(\.\d+)? (k?B|MB|bytes)\b/g, 'N kB')
    .replace(/\d{4}-\d\d-\d\d/g, 'yyyy-mm-dd')
    .replace(/ {2,}/g, '  ')
    .trimEnd();
}
