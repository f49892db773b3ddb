import { tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LookName, looks } from '../../../src/core/commands/screens/draw-screens.ts';
import { widthOf } from '../../../src/ui/text/text-width.ts';
import { runProgram } from '../../helpers/program/run-program.ts';

const sizes = ['60x20', '80x24', '120x40', '200x60'] as const;
type Size = (typeof sizes)[number];

interface Screen {
  readonly name: string;
  readonly text: string;
}

/** Screens that `migrator screens` has drawn, by size and look. */
const drawn = new Map<string, readonly Screen[]>();

function screens(size: Size, look: LookName): readonly Screen[] {
  return drawn.get(`${size} ${look}`) ?? [];
}

const plain = ({ name, text }: Screen) => ({ name, text: stripVTControlCharacters(text) });

function page(all: readonly Screen[]): string {
  return all.map(({ name, text }) => `--- ${name}\n${text.trimEnd()}\n`).join('\n');
}

describe('every state of every screen', () => {
  beforeAll(async () => {
    for (const size of sizes) {
      await Promise.all(
        looks.map(async (look) => {
          const args = ['screens', '--json', '--size', size, '--look', look];
          const { code, stdout, stderr } = await runProgram(args, { cwd: tmpdir() });
          expect(stderr).toBe('');
          expect(code).toBe(0);
          const lines = stdout.trimEnd().split('\n');
          drawn.set(
            `${size} ${look}`,
            lines.map((line) => JSON.parse(line) as Screen),
          );
        }),
      );
    }
  });

  it('has a name of its own', () => {
    const names = screens('80x24', 'dark').map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(sizes)('looks as recorded at %s', async (size) => {
    const all = screens(size, 'dark').map(plain);
    await expect(page(all)).toMatchFileSnapshot(`recordings/${size}.txt`);
  });

  it.each(sizes)('looks as recorded without Unicode at %s', async (size) => {
    const all = screens(size, 'ascii').map(plain);
    await expect(page(all)).toMatchFileSnapshot(`recordings/${size}-ascii.txt`);
  });

  it.each(['dark', 'light', 'no-color'] as const)('has the recorded colors in %s', async (look) => {
    await expect(page(screens('80x24', look))).toMatchFileSnapshot(`recordings/80x24-${look}.ansi`);
  });

  it.each(sizes)('reads the same in every color at %s', (size) => {
    const dark = screens(size, 'dark').map(plain);
    expect(screens(size, 'light').map(plain)).toEqual(dark);
    expect(screens(size, 'no-color').map(plain)).toEqual(dark);
  });

  it.each(sizes)('fits into %s, whatever the look', (size) => {
    const [columns = 0, rows = 0] = size.split('x').map(Number);
    for (const look of looks) {
      for (const screen of screens(size, look).map(plain)) {
        const lines = screen.text.split('\n');
        expect(lines.length, screen.name).toBeLessThan(rows);
        expect(Math.max(...lines.map(widthOf)), screen.name).toBeLessThan(columns);
      }
    }
  });

  it.each(sizes)('has only ASCII, and no words run together, without Unicode at %s', (size) => {
    const words = Map.groupBy(
      sizes.flatMap((other) => screens(other, 'dark')),
      ({ name }) => name,
    );
    // The keys below fill the line, so that narrower signs leave room for one more.
    const keys = [...words.values()].flat().flatMap((one) => [...wordsOf(lastLine(plain(one)))]);
    for (const screen of screens(size, 'ascii').map(plain)) {
      expect(screen.text).toMatch(/^[\n\u0020-\u007e]*$/);
      const shown = words.get(screen.name) ?? [];
      const known = new Set([
        ...shown.flatMap((one) => [...wordsOf(plain(one))]),
        ...keys,
        ...signs,
      ]);
      const isKnown = (word: string) =>
        known.has(word) || [...known].some((one) => one.startsWith(word));
      const unknown = [...wordsOf(screen)].filter((word) => !isKnown(word));
      expect(unknown, screen.name).toEqual([]);
    }
  });

  it('says with weight, and not only with color, what a person looks for', () => {
    const bold = /\u001b\[1m/;
    for (const { name, text } of screens('80x24', 'no-color')) {
      expect(bold.test(text), name).toBe(true);
      expect(text, name).not.toMatch(/\u001b\[(3[0-8]|9\d|4[0-8])/);
    }
  });
});

/** Words that stand for signs in ASCII. */
const signs = ['up', 'down', 'left', 'right', 'enter', 'x'];

/** The line of keys. */
function lastLine({ name, text }: Screen): Screen {
  return { name, text: text.trimEnd().split('\n').at(-1) ?? '' };
}

function wordsOf({ text }: Screen): Set<string> {
  return new Set(text.match(/[A-Za-z]+/g));
}
