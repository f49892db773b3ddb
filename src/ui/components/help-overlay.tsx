import type { ReactNode } from 'react';
import { type Binding, helpLines } from '../keymap.ts';
import { cutLine, line } from '../line.ts';
import { useUi } from '../ui-context.tsx';
import { Lines } from './lines.tsx';

/** All keys of a screen in place of it; what does not fit into the height is left out at the end. */
export function HelpOverlay(props: {
  title: string;
  bindings: readonly Binding[];
  width: number;
  height: number;
}): ReactNode {
  const { glyphs } = useUi();
  const { width, height } = props;
  const keys = helpLines(props.bindings, { width, glyphs });
  const lines = [line(['title', props.title]), [], ...keys];
  return (
    <Lines lines={lines.slice(0, height).map((one) => cutLine(one, width, glyphs.ellipsis))} />
  );
}
