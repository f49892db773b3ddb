import type { ReactNode } from 'react';
import { type Binding, footerLine } from '../keys/keymap.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './styled-line.tsx';

/** The keys of a screen, from the very bindings that handle them. */
export function Footer(props: { bindings: readonly Binding[]; width: number }): ReactNode {
  const { glyphs } = useUi();
  return <StyledLine line={footerLine(props.bindings, { width: props.width, glyphs })} />;
}
