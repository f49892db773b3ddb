import fc from 'fast-check';
import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { barLine, percentText } from '../../src/ui/bar.ts';
import { fitColumns } from '../../src/ui/columns.ts';
import { filterBy } from '../../src/ui/filter.ts';
import { gaugeLine } from '../../src/ui/gauge.ts';
import { glyphsOf } from '../../src/ui/glyphs.ts';
import { type Binding, footerLine, helpLines, press } from '../../src/ui/keymap.ts';
import { keystrokesOf } from '../../src/ui/keystrokes.ts';
import { roomOf, tooSmallText } from '../../src/ui/layout.ts';
import { cutLine, line, lineWidth, plainText } from '../../src/ui/line.ts';
import { intoList, listStart, moveInList } from '../../src/ui/list-state.ts';
import { canShowInterface, type Surroundings } from '../../src/ui/mode.ts';
import { tableLines } from '../../src/ui/table.ts';
import { cut, cutStart, toWidth, widthOf } from '../../src/ui/text-width.ts';
import { themeOf } from '../../src/ui/theme.ts';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
const ascii = glyphsOf({ LANG: 'C', TERM: 'xterm' });

describe('the full interface', () => {
  const terminal: Surroundings = {
    environment: { TERM: 'xterm-256color' },
    stdin: { isTTY: true },
    stdout: { isTTY: true },
    stderr: { isTTY: true },
    isInBackground: false,
  };
  it('is shown at a terminal', () => {
    expect(canShowInterface(terminal)).toBe(true);
  });
  it.each<[string, Partial<Surroundings>]>([
    ['where nobody can type', { stdin: {} }],
    ['in the background', { isInBackground: true }],
    ['where results go to a file', { stdout: {} }],
    ['where messages go to a file', { stderr: {} }],
    ['under CI', { environment: { TERM: 'xterm', CI: 'true' } }],
    ['on a dumb terminal', { environment: { TERM: 'dumb' } }],
    ['on a terminal that does not say what it is', { environment: {} }],
    ['beside a screen reader', { environment: { TERM: 'xterm', INK_SCREEN_READER: 'true' } }],
    ['where accessible output is asked for', { environment: { TERM: 'xterm', ACCESSIBLE: '1' } }],
  ])('is not shown %s', (_, other) => {
    expect(canShowInterface({ ...terminal, ...other })).toBe(false);
  });
  it('takes CI=false for what it says', () => {
    expect(canShowInterface({ ...terminal, environment: { TERM: 'xterm', CI: 'false' } })).toBe(
      true,
    );
  });
});

describe('signs', () => {
  it.each([
    [{ LANG: 'C' }],
    [{}],
    [{ LANG: 'en_US.UTF-8', TERM: 'linux' }],
    [{ LANG: 'ja_JP.UTF-8' }],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }],
  ])('are ASCII with %j', (environment) => {
    for (const sign of Object.values(glyphsOf(environment)).flat()) {
      expect(sign).toMatch(/^[\u0020-\u007e]+$/);
    }
  });
  it('are one column wide each in Unicode', () => {
    for (const sign of Object.values(glyphs).flat()) expect(widthOf(sign)).toBe(1);
  });
  it('have no colours with an empty theme, and the cursor is seen all the same', () => {
    const { cursor, ...others } = themeOf({ color: false });
    expect(new Set(Object.values(others).map((style) => JSON.stringify(style)))).toEqual(
      new Set(['{}']),
    );
    expect(cursor).toEqual({ inverse: true });
  });
});

describe('a text that is cut', () => {
  it('never takes more columns than it may, and stays whole where it fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0, max: 30 }),
        (text, width) => {
          expect(widthOf(cut(text, width, '…'))).toBeLessThanOrEqual(width);
          expect(widthOf(cutStart(text, width, '…'))).toBeLessThanOrEqual(width);
          if (widthOf(text) <= width) expect(cut(text, width, '…')).toBe(text);
        },
      ),
    );
  });
  it('keeps wide characters whole', () => {
    expect(cut('日本語です', 6, '…')).toBe('日本…');
    expect(toWidth('日本', 5, '…')).toBe('日本 ');
    expect(toWidth('7', 3, '…', 'right')).toBe('  7');
    expect(cutStart('a-long-name', 6, '…')).toBe('…-name');
  });
  it('leaves no spaces at the end of a line', () => {
    expect(plainText(cutLine(line('ab   ', ['good', '   ']), 40, '…'))).toBe('ab');
    expect(plainText(cutLine(line('abc', ['good', 'def']), 5, '…'))).toBe('abcd…');
  });
});

describe('keys', () => {
  const nothing = {} as Key;
  it('that arrive together are told apart', () => {
    expect(keystrokesOf('jj', nothing).map(({ key }) => key)).toEqual(['j', 'j']);
    expect(keystrokesOf('hi\r', nothing).map(({ key }) => key)).toEqual(['h', 'i', 'enter']);
    expect(keystrokesOf('a\u0003', nothing).map(({ key }) => key)).toEqual(['a', 'ctrl+c']);
  });
  it.each<[string, Partial<Key>, string]>([
    ['', { upArrow: true }, 'up'],
    ['', { tab: true, shift: true }, 'shift+tab'],
    ['c', { ctrl: true }, 'ctrl+c'],
    [' ', {}, 'space'],
  ])('%j with %j is %s', (input, key, name) => {
    expect(keystrokesOf(input, { ...nothing, ...key })[0]?.key).toBe(name);
  });
  it('that type nothing and are bound to nothing are dropped', () => {
    expect(keystrokesOf('\u0000\u009b', nothing)).toEqual([]);
    expect(keystrokesOf('x', { ...nothing, meta: true })).toEqual([]);
  });
});

describe('bindings', () => {
  const done: string[] = [];
  const bindings: readonly Binding[] = [
    { keys: ['p'], label: 'pause', help: 'Pauses the run', run: () => done.push('p') },
    { keys: ['r'], label: 'retry', help: 'Tries again', disabled: 'it has not failed', run() {} },
    { keys: ['up', 'k'], help: 'Up', run() {} },
    { keys: ['?'], label: 'help', help: 'This', run() {} },
  ];
  it('do what they are bound to, or say why not', () => {
    expect(press(bindings, { key: 'p', text: 'p' })).toEqual({ result: 'done' });
    expect(done).toEqual(['p']);
    const refused = press(bindings, { key: 'r', text: 'r' });
    expect(refused).toEqual({ result: 'refused', why: 'it has not failed' });
    expect(press(bindings, { key: 'z', text: 'z' })).toEqual({ result: 'unbound' });
  });
  it('make the footer, cut where it is narrow', () => {
    const text = (width: number) => plainText(footerLine(bindings, { width, glyphs }));
    expect(text(80)).toBe('p pause  r retry  ? help');
    expect(text(20)).toBe('p pause  r retry  …');
    expect(text(12)).toBe('p pause  …');
  });
  it('make the help, with the reason of what is disabled', () => {
    const help = helpLines(bindings, { width: 80, glyphs }).map(plainText);
    expect(help[1]).toContain('Tries again  (it has not failed)');
    expect(help[2]).toMatch(/^↑, k +Up$/);
  });
});

describe('room', () => {
  it.each([
    [80, 24, { width: 79, height: 22, isTooSmall: false }],
    [40, 15, { width: 39, height: 13, isTooSmall: false }],
    [39, 24, { width: 38, height: 22, isTooSmall: true }],
    [80, 7, { width: 79, height: 5, isTooSmall: true }],
    [500, 100, { width: 300, height: 98, isTooSmall: false }],
  ])('of %i x %i', (columns, rows, room) => {
    expect(roomOf({ columns, rows })).toEqual(room);
  });
  it('is said to be too small in as many rows as there are', () => {
    expect(tooSmallText({ columns: 10, rows: 3 })).toHaveLength(1);
    expect(tooSmallText({ columns: 10, rows: 1 })).toHaveLength(1);
  });
});

describe('columns', () => {
  const columns = [
    { minimum: 8, ideal: 30 },
    { minimum: 6, ideal: 10, rank: 2 },
    { minimum: 6, ideal: 6, rank: 1 },
  ];
  it.each([
    [80, [30, 10, 6]],
    [30, [14, 6, 6]],
    [23, [9, 0, 6].map((width) => (width === 9 ? 15 : width))],
    [12, [12, 0, 0]],
  ])('in %i', (width, widths) => {
    expect(fitColumns(columns, { width, gap: 2 })).toEqual(widths);
  });
  it('never take more than there is, as long as the first fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 200 }), (width) => {
        const widths = fitColumns(columns, { width, gap: 2 }).filter((wide) => wide > 0);
        const all = widths.reduce((sum, wide) => sum + wide, 0) + 2 * (widths.length - 1);
        expect(all).toBeLessThanOrEqual(width);
      }),
    );
  });
  it('of a table stand beneath each other', () => {
    const lines = tableLines({
      columns: [
        { title: 'name', cell: (row: { name: string; size: number }) => line(row.name) },
        { title: 'size', align: 'right', cell: (row) => line(String(row.size)) },
      ],
      rows: [
        { name: '日本', size: 5 },
        { name: 'web', size: 12345 },
      ],
      width: 40,
      glyphs,
    });
    expect(lines.map(plainText)).toEqual(['name   size', '日本      5', 'web   12345']);
  });
});

describe('a place in a list', () => {
  it('stays on a row that is shown, whatever comes and goes', () => {
    const moves = fc.constantFrom('up', 'down', 'pageup', 'pagedown', 'home', 'end');
    const sizes = fc.record({
      count: fc.integer({ min: 0, max: 50 }),
      height: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(moves, sizes)), (steps) => {
        let state = listStart;
        for (const [move, size] of steps) {
          state = moveInList(state, move as 'up', size);
          expect(state.cursor).toBeGreaterThanOrEqual(0);
          expect(state.cursor).toBeLessThan(Math.max(1, size.count));
          expect(state.top).toBeLessThanOrEqual(state.cursor);
          expect(state.cursor).toBeLessThan(state.top + size.height);
        }
      }),
    );
  });
  it('shows as many rows as there is room for', () => {
    expect(intoList({ cursor: 9, top: 9 }, { count: 10, height: 5 })).toEqual({
      cursor: 9,
      top: 5,
    });
  });
});

describe('a bar', () => {
  const text = (share: number, width: number, signs = glyphs) =>
    plainText(barLine({ share, width, glyphs: signs }));
  it('fills up, and is full at the end alone', () => {
    expect(text(0, 4, ascii)).toBe('....');
    expect(text(0.5, 4, ascii)).toBe('##..');
    expect(text(0.9999, 4, ascii)).toBe('###.');
    expect(text(1, 4, ascii)).toBe('####');
    expect(text(0.6, 4)).toBe('⣿⣿⣤⣀');
    expect(percentText(0.999)).toBe('99 %');
  });
  it('always has the width that it was given', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 0, max: 60 }), (share, width) => {
        expect(widthOf(text(share, width))).toBe(width);
      }),
    );
  });
  it('of a gauge says by its role how full it is, and what is too long is cut', () => {
    const gauge = (width: number) =>
      gaugeLine({
        ...{ label: 'GitHub', used: 4800, limit: 5000, note: 'an hour, again at 14:05' },
        ...{ labelWidth: 9, barWidth: 6, width, glyphs },
      });
    expect(plainText(gauge(80))).toBe('GitHub     ⣿⣿⣿⣿⣿⣶  4,800 of 5,000 an hour, again at 14:05');
    expect(plainText(gauge(40))).toBe('GitHub     ⣿⣿⣿⣿⣿⣶  4,800 of 5,000 an ho…');
    expect(lineWidth(gauge(40))).toBeLessThanOrEqual(40);
    expect(gauge(80)[2]?.role).toBe('bad');
  });
});

it('a filter wants every word, in any order and case', () => {
  const names = ['Web-Shop', 'web-api', 'shop'];
  expect(filterBy(names, 'shop WEB', (name) => name)).toEqual(['Web-Shop']);
  expect(filterBy(names, '  ', (name) => name)).toBe(names);
});
