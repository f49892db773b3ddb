import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import type { ReactNode } from 'react';
import { useUi } from '../theme/ui-context.tsx';

/** A spinner with a label. At most one on a screen: each has its own timer. */
export function Busy(props: { what: string }): ReactNode {
  const { theme, glyphs } = useUi();
  return (
    <Box>
      <Text {...theme.active}>
        <Spinner type={glyphs.spinner.length === 4 ? 'line' : 'dots'} />{' '}
      </Text>
      <Text wrap="truncate-end">{props.what}</Text>
    </Box>
  );
}
