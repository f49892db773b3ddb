import { describe, expect, it } from 'vitest';
import { Footer, HelpOverlay, helpRows } from '../../../src/ui/components/key-help.tsx';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { drawn } from '../../helpers/drawing/drawn.tsx';

const bindings = [
  { keys: ['p'], label: 'pause', help: 'Pauses the run', run() {} },
  { keys: ['?'], label: 'help', help: 'Shows this', run() {} },
];

const closing = [{ keys: ['esc'], label: 'back', help: 'Closes this', run() {} }];

describe('Footer', () => {
  it('names the keys of a screen', () => {
    expect(drawn(<Footer bindings={bindings} width={40} />)).toBe('p pause  ? help');
  });
});

describe('HelpOverlay', () => {
  it('shows the help within its height', () => {
    const help = (height: number) => (
      <HelpOverlay bindings={bindings} closing={closing} width={40} height={height} />
    );
    expect(drawn(help(10))).toBe('Keys\n\np  Pauses the run\n?  Shows this\nEsc back');
    expect(drawn(help(4))).toBe('Keys\np  Pauses the run\n?  Shows this\nEsc back');
  });
  it('shows the help with an ellipsis for more keys', () => {
    const many = [...bindings, ...bindings];
    const help = <HelpOverlay bindings={many} closing={closing} width={40} height={5} />;
    expect(drawn(help)).toBe('Keys\np  Pauses the run\n?  Shows this\n…\nEsc back');
  });
  it('scrolls to its last key, and no further', () => {
    const many = [...bindings, ...bindings];
    const help = (scrolled: number) => (
      <HelpOverlay bindings={many} closing={closing} scrolled={scrolled} width={40} height={4} />
    );
    expect(drawn(help(9))).toBe('…\np  Pauses the run\n?  Shows this\nEsc back');
    expect(helpRows(many, { width: 40, height: 3, glyphs: glyphsOf({}) })).toBe(5);
  });
});
