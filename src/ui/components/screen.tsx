import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { tooSmallText, useViewport } from '../hooks/use-viewport.ts';

/** A screen that fits the terminal, or a notice that the terminal is too small. */
export function Screen(props: {
  children: (room: { width: number; height: number }) => ReactNode;
}): ReactNode {
  const { width, height, isTooSmall, size } = useViewport();
  return (
    <Box flexDirection="column" width={width} maxHeight={height} overflow="hidden">
      {isTooSmall
        ? tooSmallText(size).map((text) => (
            <Text key={text} wrap="truncate-end">
              {text}
            </Text>
          ))
        : props.children({ width, height })}
    </Box>
  );
}
