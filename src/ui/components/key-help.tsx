import { Box } from 'ink';
import type { ReactNode } from 'react';
import { type Binding, footerLine, helpLines } from '../keys/keymap.ts';
import { cutLine, line } from '../text/line.ts';
import { windowOf } from '../text/view-window.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Lines, StyledLine } from './lines.tsx';

/** The keys of a screen, from the bindings that handle them. */
export function Footer(props: { bindings: readonly Binding[]; width: number }): ReactNode {
  const { glyphs } = useUi();
  return <StyledLine line={footerLine(props.bindings, { width: props.width, glyphs })} />;
}

/** All keys of a screen in place of it; an ellipsis stands for those that do not fit. Below them, what closes it. */
export function HelpOverlay(props: {
  bindings: readonly Binding[];
  /** The keys while it is shown. */
  closing: readonly Binding[];
  width: number;
  height: number;
}): ReactNode {
  const { glyphs } = useUi();
  const { width, closing } = props;
  const height = Math.max(1, props.height - 1);
  const keys = helpLines(props.bindings, { width, glyphs });
  const title = line(['title', 'Keys']);
  const lines = keys.length + 2 <= height ? [title, [], ...keys] : [title, ...keys];
  const shown = windowOf(lines, { height, from: 0, to: 0, ellipsis: glyphs.ellipsis });
  return (
    <Box flexDirection="column">
      <Lines lines={shown.map((one) => cutLine(one, width, glyphs.ellipsis))} />
      <Footer bindings={closing} width={width} />
    </Box>
  );
}
