import { Box } from 'ink';
import type { ReactNode } from 'react';
import { type Binding, footerLine, helpLines } from '../keys/keymap.ts';
import { cutLine, type Line, line } from '../text/line.ts';
import { windowOf } from '../text/view-window.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Lines, StyledLine } from './lines.tsx';

/** The keys of a screen, from the bindings that handle them. */
export function Footer(props: { bindings: readonly Binding[]; width: number }): ReactNode {
  const { glyphs } = useUi();
  return <StyledLine line={footerLine(props.bindings, { width: props.width, glyphs })} />;
}

interface HelpSize {
  readonly width: number;
  /** Without the footer. */
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** All rows of a help, whether they fit or not. Pure. */
function rowsOf(bindings: readonly Binding[], { height, ...size }: HelpSize): readonly Line[] {
  const keys = helpLines(bindings, size);
  const title = line(['title', 'Keys']);
  return keys.length + 2 <= height ? [title, [], ...keys] : [title, ...keys];
}

/** How many rows a help has, to know how far it scrolls. Pure. */
export function helpRows(bindings: readonly Binding[], size: HelpSize): number {
  return rowsOf(bindings, size).length;
}

/** All keys of a screen in place of it; an ellipsis stands for those that do not fit. Below them, what closes it. */
export function HelpOverlay(props: {
  bindings: readonly Binding[];
  /** The keys while it is shown. */
  closing: readonly Binding[];
  /** Rows above the first that is seen. */
  scrolled?: number;
  width: number;
  height: number;
}): ReactNode {
  const { glyphs } = useUi();
  const { width, closing, scrolled: shift = 0 } = props;
  const height = Math.max(1, props.height - 1);
  const lines = rowsOf(props.bindings, { width, height, glyphs });
  const shown = windowOf(lines, { height, from: 0, to: 0, shift, ellipsis: glyphs.ellipsis });
  return (
    <Box flexDirection="column">
      <Lines lines={shown.map((one) => cutLine(one, width, glyphs.ellipsis))} />
      <Footer bindings={closing} width={width} />
    </Box>
  );
}
