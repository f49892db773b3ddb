import { describe, expect, it } from 'vitest';
import { type Binding, footerLine, helpLines, press } from '../../../src/ui/keys/keymap.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });

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
  it('make the footer, which keeps the key for help where it is narrow', () => {
    const text = (width: number) => plainText(footerLine(bindings, { width, glyphs }));
    expect(text(80)).toBe('p pause  r retry  ? help');
    expect(text(20)).toBe('p pause  ? help');
    expect(text(12)).toBe('? help');
    const leaving = [...bindings, { keys: ['esc'], label: 'back', help: 'Back', run() {} }];
    const shortened = footerLine(leaving, { width: 28, glyphs });
    expect(plainText(shortened)).toBe('p pause  ? help  Esc back');
  });
  it('leave out of a narrow footer whole hints, movement first, and mark that without help', () => {
    const down = { keys: ['down'], label: 'next', help: 'Next', run() {} };
    const text = (some: readonly Binding[], width: number) =>
      plainText(footerLine(some, { width, glyphs }));
    expect(text([down, ...bindings], 24)).toBe('p pause  r retry  ? help');
    expect(text([down, ...bindings.slice(0, 2)], 20)).toBe('p pause  r retry  …');
    // A hint that is too long leaves its room to the next.
    const long = { keys: ['l'], label: 'a hint longer than the line', help: 'Long', run() {} };
    expect(text([long, ...bindings], 24)).toBe('p pause  r retry  ? help');
  });
  it('make the help, with the reason of what is disabled', () => {
    const help = helpLines(bindings, { width: 80, glyphs }).map(plainText);
    expect(help[1]).toContain('Tries again  (it has not failed)');
    expect(help[2]).toMatch(/^↑, k +Up$/);
  });
  it('make the help whole in a narrow terminal as well', () => {
    const help = helpLines(bindings, { width: 24, glyphs }).map(plainText);
    expect(help.slice(1, 3)).toEqual(['r     Tries again', '      (it has not']);
    for (const text of help) expect(text.length).toBeLessThanOrEqual(24);
  });
});
