import { expect } from 'vitest';
import type { TerminalProgram } from './terminal.ts';
import type { ProgramHere } from './terminal-here.ts';

/** Runs the program, then shows in what state it has left the terminal, and ends with its code. */
export const showingTerminal = '$MIGRATOR "$@"; code=$?; stty -a; exit $code';

/** Rows of the tallest frame that was erased to make place for another. */
function tallestFrame(raw: string): number {
  const erased = raw.match(/(?:\u001b\[2K(?:\u001b\[1A)?)+/g) ?? [];
  // The row below the frame, where the cursor stands, is erased with it.
  return Math.max(0, ...erased.map((run) => run.split('\u001b[2K').length - 2));
}

/** Returns what no interface may do to a terminal of one size, by what was written to it. */
export function expectManners(program: TerminalProgram, rows: number): void {
  expectNothingWiped(program.raw());
  expectFramesFit(program.raw(), rows);
}

/** Neither the screen nor what has scrolled off it; a screen of its own may be, which goes in the end. */
export function expectNothingWiped(raw: string): void {
  expect(raw).not.toContain('\u001b[3J');
  const [ours = '', ...others] = raw.split('\u001b[?1049h');
  expect(ours).not.toContain('\u001b[2J');
  for (const other of others) {
    const [, after = null] = other.split('\u001b[?1049l');
    expect(after).not.toBeNull();
    expect(after).not.toContain('\u001b[2J');
  }
}

/** @param raw written while the terminal had this many rows */
export function expectFramesFit(raw: string, rows: number): void {
  expect(tallestFrame(raw)).toBeLessThanOrEqual(rows - 2);
}

/** The terminal is as it was: what was shown before, lines are edited and echoed, the cursor is seen, pastes are not marked. */
export function expectRestored(program: TerminalProgram | ProgramHere): void {
  const raw = program.raw();
  if ('isCooked' in program) expect(program.isCooked()).toBe(true);
  else {
    expect(raw).toMatch(/(?<!-)\bicanon\b/);
    expect(raw).toMatch(/(?<!-)\becho\b/);
  }
  expect(raw.lastIndexOf('\u001b[?25h')).toBeGreaterThan(raw.lastIndexOf('\u001b[?25l'));
  expect(raw.lastIndexOf('\u001b[?1049l')).toBeGreaterThanOrEqual(raw.lastIndexOf('\u001b[?1049h'));
  expect(raw.lastIndexOf('\u001b[?2004l')).toBeGreaterThanOrEqual(raw.lastIndexOf('\u001b[?2004h'));
}
