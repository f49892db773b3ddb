import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Busy } from '../../../src/ui/components/busy.tsx';
import { Footer } from '../../../src/ui/components/footer.tsx';
import { Gauge } from '../../../src/ui/components/gauge.tsx';
import { HelpOverlay } from '../../../src/ui/components/help-overlay.tsx';
import { ProgressBar } from '../../../src/ui/components/progress-bar.tsx';
import { Table } from '../../../src/ui/components/table.tsx';
import { line } from '../../../src/ui/text/line.ts';
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

describe('what is drawn of', () => {
  it('a progress bar', () => {
    expect(drawn(<ProgressBar share={0.25} width={14} label="all" />)).toBe('⣿⣿⣀⣀⣀⣀⣀⣀  25 %');
  });
  it('a gauge', () => {
    const gauge = (
      <Gauge label="GitHub" used={5} limit={10} labelWidth={6} barWidth={10} width={40} />
    );
    expect(drawn(gauge)).toBe('GitHub  ⣿⣿⣿⣿⣿⣀⣀⣀⣀⣀  5 of 10');
  });
  it('a footer', () => {
    expect(drawn(<Footer bindings={bindings} width={40} />)).toBe('p pause  ? help');
  });
  it('a table', () => {
    const columns = [{ title: 'name', cell: (row: string) => line(row) }];
    expect(drawn(<Table columns={columns} rows={['web', 'shop']} width={40} />)).toBe(
      'name\nweb\nshop',
    );
  });
  it('the help, no higher than it may be', () => {
    const help = (height: number) => (
      <HelpOverlay title="Keys" bindings={bindings} width={40} height={height} />
    );
    expect(drawn(help(9))).toBe('Keys\n\np  Pauses the run\n?  Shows this');
    expect(drawn(help(3))).toBe('Keys\np  Pauses the run\n?  Shows this');
  });
  it('the help says by dots that there are more keys', () => {
    const many = [...bindings, ...bindings];
    const help = <HelpOverlay title="Keys" bindings={many} width={40} height={4} />;
    expect(drawn(help)).toBe('Keys\np  Pauses the run\n?  Shows this\n…');
  });
  it('something that takes a moment', () => {
    expect(drawn(<Busy what="Looking at acme" />)).toMatch(/^\S Looking at acme$/);
  });
});
