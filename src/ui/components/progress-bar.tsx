import { Box } from 'ink';
import type { ReactNode } from 'react';
import { barLine, percentText } from '../text/bar.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './styled-line.tsx';

/**
 * A bar with its percentage.
 * @param props.label what progresses, for those who hear the screen
 */
export function ProgressBar(props: { share: number; width: number; label: string }): ReactNode {
  const { glyphs } = useUi();
  const percent = percentText(props.share).padStart(5);
  const width = Math.max(1, props.width - percent.length - 1);
  const bar = barLine({ share: props.share, width, glyphs });
  return (
    <Box aria-role="progressbar" aria-label={`${props.label} ${percent.trim()}`}>
      <StyledLine line={[...bar, { text: ` ${percent}` }]} />
    </Box>
  );
}
