import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Line } from '../text/line.ts';
import { StyledLine } from './styled-line.tsx';

/** Rows beneath each other. */
export function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <Box flexDirection="column">
      {numbered(lines).map(({ key, line }) => (
        <StyledLine key={key} line={line} />
      ))}
    </Box>
  );
}

/** A row is what stands in it: rows have no identity but their place. */
function numbered(lines: readonly Line[]): readonly { key: string; line: Line }[] {
  return lines.map((line, index) => ({ key: String(index), line }));
}
