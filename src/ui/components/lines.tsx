import { Box, Text, Transform } from 'ink';
import { memo, type ReactNode } from 'react';
import { hyperlink } from '../terminal/hyperlinks.ts';
import type { Line } from '../text/line.ts';
import { useUi } from '../theme/ui-context.tsx';

/** Rows beneath each other. */
export function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <Box flexDirection="column">
      {keyed(lines.map((line) => ({ line }))).map(({ key, line }) => (
        <StyledLine key={key} line={line} />
      ))}
    </Box>
  );
}

/** One row, truncated instead of wrapped. */
export const StyledLine = memo(
  function StyledLine({ line }: { line: Line }): ReactNode {
    const { theme, hasLinks } = useUi();
    // An empty text takes no row.
    if (line.length === 0) return <Text> </Text>;
    return (
      <Text wrap="truncate-end">
        {keyed(line).map(({ key, text, role, link }) => {
          if (link !== undefined && hasLinks === true)
            return (
              <Transform key={key} transform={(shown) => hyperlink(shown, link)}>
                <Text>{text}</Text>
              </Transform>
            );
          if (role === undefined) return text;
          return (
            <Text key={key} {...theme[role]}>
              {text}
            </Text>
          );
        })}
      </Text>
    );
  },
  (before, after) => isSame(before.line, after.line),
);

function isSame(one: Line, other: Line): boolean {
  return (
    one.length === other.length &&
    one.every((span, index) => {
      const same = other[index];
      return span.text === same?.text && span.role === same.role && span.link === same.link;
    })
  );
}

/** Rows and spans have no identity but their position. */
function keyed<Item>(items: readonly Item[]): readonly (Item & { key: string })[] {
  return items.map((item, index) => ({ ...item, key: String(index) }));
}
