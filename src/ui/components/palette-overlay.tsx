import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Binding } from '../keys/keymap.ts';
import { commandsOf } from '../palette/commands.ts';
import { paletteLines } from '../palette/palette-view.ts';
import type { Palette } from '../palette/use-palette.ts';
import type { Line } from '../text/line.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Footer } from './key-help.tsx';
import { Lines } from './lines.tsx';

/** An open palette below the first lines of its screen. */
export function PaletteOverlay(props: {
  palette: Palette;
  head: readonly Line[];
  /** The keys of the screen. */
  bindings: readonly Binding[];
  width: number;
  height: number;
}): ReactNode {
  const { glyphs } = useUi();
  const { palette, head, bindings, width, height } = props;
  if (palette.state === null) return null;
  const rows = Math.max(1, height - head.length - 1);
  const size = { width, height: rows, glyphs };
  return (
    <Box flexDirection="column">
      <Lines
        lines={[...head, ...paletteLines(palette.state, commandsOf(bindings, glyphs), size)]}
      />
      <Footer bindings={palette.keys(bindings)} width={width} />
    </Box>
  );
}
