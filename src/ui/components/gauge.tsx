import type { ReactNode } from 'react';
import { gaugeLine } from '../text/gauge.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './styled-line.tsx';

/** How much of something that is limited has been used. */
export function Gauge(props: {
  label: string;
  used: number;
  limit: number;
  note?: string;
  labelWidth: number;
  barWidth: number;
  width: number;
}): ReactNode {
  const { glyphs } = useUi();
  return <StyledLine line={gaugeLine({ ...props, glyphs })} />;
}
