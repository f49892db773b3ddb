import { EventEmitter } from 'node:events';
import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, screenUpdate } from '../../../src/ui/terminal/screen-update.ts';
import { terminalOutput } from '../../../src/ui/terminal/terminal-output.ts';

/** Returns what a terminal shows after these texts. */
async function shownAfter(texts: readonly string[], rows = 10): Promise<string[]> {
  const terminal = new headless.Terminal({ cols: 40, rows, allowProposedApi: true });
  for (const text of texts) await new Promise<void>((done) => terminal.write(text, done));
  const { active } = terminal.buffer;
  return Array.from(
    { length: rows },
    (_, row) => active.getLine(row)?.translateToString(true) ?? '',
  );
}

const screens = fc.array(
  fc.array(fc.constantFrom('', 'a', 'ab', '\u001b[31mred\u001b[39m'), { maxLength: 10 }),
  {
    minLength: 1,
    maxLength: 6,
  },
);

describe('screenUpdate', () => {
  it('writes the rows that differ, and nothing for a frame like the last', () => {
    const update = screenUpdate(['one', 'two', 'three'], ['one', '2', 'three']);
    expect(update).toBe('\u001b[2;1H2\u001b[K');
    expect(screenUpdate(['one'], ['one'])).toBe('');
  });

  it('leads from any screen to any other', async () => {
    await fc.assert(
      fc.asyncProperty(screens, async (all) => {
        const updates = all.map((one, index) => screenUpdate(all[index - 1] ?? null, one));
        const last = all.at(-1) ?? [];
        const whole = await shownAfter([screenUpdate(null, last)]);
        expect(await shownAfter(['noise\r\nnoise', ...updates])).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });
});

describe('frameOf', () => {
  it('takes the rows out of a frame of Ink, and lets modes pass', () => {
    const erase = '\u001b[2K\u001b[1A\u001b[2K\u001b[G';
    expect(frameOf(`${erase}one\ntwo\n`, 'one\ntwo\n')).toEqual(['one', 'two']);
    expect(frameOf(`${erase}\n`, '\n')).toEqual([]);
    expect(frameOf(erase, '')).toEqual([]);
    expect(frameOf('\u001b[?25l', '')).toBe(null);
    expect(frameOf('\u001b[?1049h\u001b[H', '')).toBe(null);
  });
});

describe('terminalOutput', () => {
  function open() {
    const written: string[] = [];
    const stream = Object.assign(new EventEmitter(), {
      write: (text: string) => written.push(text) > 0,
    }) as unknown as NodeJS.WriteStream;
    return { written, output: terminalOutput(stream, (text) => text) };
  }

  it('draws all of a frame again once nobody knows what is on the screen', () => {
    const { written, output } = open();
    output.stream.write('one\ntwo\n');
    output.stream.write('\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[Gone\n2\n');
    expect(written.at(-1)).toBe('\u001b[2;1H2\u001b[K');
    output.forget();
    expect(output.isKnown()).toBe(false);
    output.stream.write('\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[Gone\n2\n');
    expect(written.at(-1)).toBe(screenUpdate(null, ['one', '2']));
    output.drawAgain();
    expect(written.at(-1)).toBe(screenUpdate(null, ['one', '2']));
  });
});
