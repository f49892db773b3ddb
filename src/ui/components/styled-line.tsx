import { Text } from 'ink';
import { memo, type ReactNode } from 'react';
import type { Line } from '../text/line.ts';
import { useUi } from '../theme/ui-context.tsx';

/** One row. It is never wrapped: what is too long has been cut, and is cut here if it has not. */
export const StyledLine = memo(
  function StyledLine({ line }: { line: Line }): ReactNode {
    const { theme } = useUi();
    // An empty text takes no row.
    if (line.length === 0) return <Text> </Text>;
    return (
      <Text wrap="truncate-end">
        {placed(line).map(({ key, text, role }) =>
          role === undefined ? (
            text
          ) : (
            <Text key={key} {...theme[role]}>
              {text}
            </Text>
          ),
        )}
      </Text>
    );
  },
  (before, after) => isSame(before.line, after.line),
);

function isSame(one: Line, other: Line): boolean {
  return (
    one.length === other.length &&
    one.every((span, index) => span.text === other[index]?.text && span.role === other[index]?.role)
  );
}

/** Spans have no identity but their place. */
function placed(line: Line): readonly (Line[number] & { key: string })[] {
  return line.map((span, index) => ({ ...span, key: String(index) }));
}
