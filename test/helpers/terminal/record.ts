import { readScreen, textOf } from '../../../scripts/pictures/screen.ts';
import type { TerminalProgram } from './terminal.ts';

/** The three sizes that every screen is recorded at. */
export const recordedSizes = [
  [120, 40],
  [80, 24],
  [60, 20],
] as const;

/** What stands on a screen once it is whole. */
export type Shown = readonly (string | RegExp)[];

/** What a person presses, and what then stands on the screen. */
export type Scene = readonly [title: string, keys: string, shown: Shown];

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

/** The same of a run of the demo, whatever its folder and times are. */
export function ofAnyRun(rows: readonly string[]): string {
  return neutral(rows)
    .replace(/mig_[a-z0-9]{12}/g, 'mig_000000000000')
    .replace(/ saved \/\S+/g, ' saved /folder')
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
