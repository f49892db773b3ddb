import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Busy } from '../../../src/ui/components/busy.tsx';
import { Footer, HelpOverlay } from '../../../src/ui/components/key-help.tsx';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { themeOf } from '../../../src/ui/theme/theme.ts';
import { UiProvider } from '../../../src/ui/theme/ui-context.tsx';

const ui = {
  theme: themeOf({ color: false }),
  glyphs: glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' }),
};
const bindings = [
  { keys: ['p'], label: 'pause', help: 'Pauses the run', run() {} },
  { keys: ['?'], label: 'help', help: 'Shows this', run() {} },
];

/** What is drawn, at the 100 columns that the library has. */
function drawn(node: ReactNode): string {
  const { lastFrame, unmount } = render(<UiProvider ui={ui}>{node}</UiProvider>);
  const frame = lastFrame() ?? '';
  unmount();
  return frame;
}

describe('draws', () => {
  it('a footer', () => {
    expect(drawn(<Footer bindings={bindings} width={40} />)).toBe('p pause  ? help');
  });
  it('the help, within its height', () => {
    const help = (height: number) => <HelpOverlay bindings={bindings} width={40} height={height} />;
    expect(drawn(help(9))).toBe('Keys\n\np  Pauses the run\n?  Shows this');
    expect(drawn(help(3))).toBe('Keys\np  Pauses the run\n?  Shows this');
  });
  it('the help with an ellipsis for more keys', () => {
    const many = [...bindings, ...bindings];
    const help = <HelpOverlay bindings={many} width={40} height={4} />;
    expect(drawn(help)).toBe('Keys\np  Pauses the run\n?  Shows this\n…');
  });
  it('a spinner with a label', () => {
    expect(drawn(<Busy what="Looking at acme" />)).toMatch(/^\S Looking at acme$/);
  });
});
