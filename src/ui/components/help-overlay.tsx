import type { ReactNode } from 'react';
import { type Binding, helpLines } from '../keys/keymap.ts';
import { cutLine, line } from '../text/line.ts';
import { windowOf } from '../text/view-window.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Lines } from './lines.tsx';

/** All keys of a screen in place of it; where they do not all fit into the height, dots say so. */
export function HelpOverlay(props: {
  title: string;
  bindings: readonly Binding[];
  width: number;
  height: number;
}): ReactNode {
  const { glyphs } = useUi();
  const { width, height } = props;
  const keys = helpLines(props.bindings, { width, glyphs });
  const title = line(['title', props.title]);
  const lines = keys.length + 2 <= height ? [title, [], ...keys] : [title, ...keys];
  const shown = windowOf(lines, { height, from: 0, to: 0, ellipsis: glyphs.ellipsis });
  return <Lines lines={shown.map((one) => cutLine(one, width, glyphs.ellipsis))} />;
}
