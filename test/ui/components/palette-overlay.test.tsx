import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Footer } from '../../../src/ui/components/key-help.tsx';
import { PaletteOverlay } from '../../../src/ui/components/palette-overlay.tsx';
import { useKeys } from '../../../src/ui/hooks/use-keys.ts';
import { usePalette } from '../../../src/ui/palette/use-palette.ts';
import { line } from '../../../src/ui/text/line.ts';
import { keys, renderScreen } from '../../helpers/drawing/render.tsx';

/** A screen with a few keys, of which each ends it with its name. */
function Keyed({ end }: { readonly end: (key: string) => void }): ReactNode {
  const palette = usePalette();
  const bindings = [
    { keys: ['p'], label: 'pause', help: 'Pause the run', run: () => end('p') },
    { keys: ['r'], help: 'Retry this', disabled: 'nothing failed', run: () => end('r') },
    { keys: ['?'], label: 'help', help: 'All keys', run: () => end('?') },
    { keys: ['down', 'j'], help: 'Down', run: () => end('down') },
    { keys: ['ctrl+c'], help: 'Stop now', run: () => end('ctrl+c') },
  ];
  useKeys({
    isDrawn: () => true,
    bindings: () => palette.keys(bindings),
    onRefused: () => {},
    otherwise: (stroke) => palette.type({ type: 'key', stroke }),
  });
  const shown = { palette, bindings, head: [line('The run')] };
  return palette.state === null ? (
    <Footer bindings={palette.keys(bindings)} width={60} />
  ) : (
    <PaletteOverlay {...shown} width={60} height={10} />
  );
}

const open = () =>
  renderScreen<string>({ columns: 60, rows: 12, screen: (end) => <Keyed end={end} /> });

describe('PaletteOverlay', () => {
  it('lists the keys of its screen below the screen, without those that move', async () => {
    const { until, press, rows, end } = open();
    await until('p pause  ? help  : commands');
    press(':');
    await until('Esc close');
    expect(rows()).toEqual([
      'The run',
      ':  type a command or a screen',
      '❯ p  Pause the run',
      '  r  Retry this  (nothing failed)',
      '  ?  All keys',
      '⏎ run  Esc close  ↓ next',
    ]);
    end('');
  });

  it('runs what is found by typing, where the letters are no keys', async () => {
    const { until, press, ended } = open();
    await until('commands');
    press(':');
    await until('Esc close');
    press('pause');
    await until(': pause');
    press(keys.enter);
    expect(await ended).toBe('p');
  });

  it('closes by Escape, and lets Ctrl+C through', async () => {
    const { until, press, ended } = open();
    await until('commands');
    press(':');
    await until('Esc close');
    press(keys.esc);
    await until('p pause');
    press(':');
    await until('Esc close');
    press(keys.ctrlC);
    expect(await ended).toBe('ctrl+c');
  });
});
