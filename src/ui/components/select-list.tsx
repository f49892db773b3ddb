import { Box } from 'ink';
import { type ReactNode, useMemo, useState } from 'react';
import { useKeystrokes } from '../hooks/use-keys.ts';
import { useStore } from '../hooks/use-store.ts';
import { useText } from '../hooks/use-text.ts';
import { filterBy } from '../input/filter.ts';
import { intoList, isListMove, type ListMove, listStart, moveInList } from '../input/list-state.ts';
import { textLine } from '../input/text-line.ts';
import { createStore } from '../store.ts';
import { cutLine, inRole, type Line, line } from '../text/line.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Lines } from './lines.tsx';
import { StyledLine } from './styled-line.tsx';

interface SelectListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  textOf: (item: T) => string;
  row: (item: T, width: number) => Line;
  width: number;
  height: number;
  chosen?: ReadonlySet<string>;
  initialFilter?: string;
  isActive?: boolean;
  onToggle?: (item: T) => void;
  onSubmit: (item: T | null) => void;
  onFilter?: (filter: string) => void;
  otherwise?: (key: string, item: T | null) => void;
}

/**
 * A list of any length: what is typed filters it, and only the rows that are shown are drawn.
 * @param props.height rows, of which the filter takes one
 * @param props.textOf what the filter looks at
 * @param props.row how an item looks, made safe for the terminal; the cursor and the mark stand before it
 * @param props.chosen keys of those that are marked; without it there are no marks, and Enter takes the one at the cursor
 * @param props.onToggle Space on an item, where there are marks
 * @param props.otherwise gets the keys that mean nothing here: `esc`, `tab`, `ctrl+a`
 */
export function SelectList<T>(props: SelectListProps<T>): ReactNode {
  const { glyphs } = useUi();
  const { width, isActive = true } = props;
  const height = Math.max(1, props.height - 1);
  const { filter, shown, state } = useFilteredList(props, height);
  const rows = shown.slice(state.top, state.top + height).map((item, index) => {
    const isHere = state.top + index === state.cursor;
    const row = cutLine(rowLine(props, { item, isHere, glyphs }), width, glyphs.ellipsis);
    return isHere ? inRole(row, 'selected') : row;
  });
  const place = `${shown.length === 0 ? 0 : state.cursor + 1} of ${shown.length}`;
  const typed = textLine(filter, {
    width: Math.max(8, width - place.length - 10),
    glyphs,
    isMasked: false,
    hasCursor: isActive,
  });
  const head = line(['quiet', 'filter '], ...typed, ['quiet', `  ${place}`]);
  return (
    <Box flexDirection="column">
      <StyledLine line={cutLine(head, width, glyphs.ellipsis)} />
      <Lines lines={rows.length === 0 ? [line(['quiet', '  nothing matches'])] : rows} />
    </Box>
  );
}

function rowLine<T>(
  { chosen, keyOf, row, width }: SelectListProps<T>,
  { item, isHere, glyphs }: { item: T; isHere: boolean; glyphs: Glyphs },
): Line {
  const pointer = isHere ? glyphs.pointer : ' '.repeat(glyphs.pointer.length);
  const mark = chosen?.has(keyOf(item)) === true ? glyphs.checked : glyphs.unchecked;
  const before = chosen === undefined ? `${pointer} ` : `${pointer} ${mark} `;
  return line(before, ...row(item, width - before.length));
}

/** What the filter lets through, where the cursor is, and the keys that change both. */
function useFilteredList<T>(props: SelectListProps<T>, height: number) {
  const { items, isActive = true, chosen, textOf } = props;
  const [list] = useState(() => createStore(reduceList, listStart));
  const filter = useText({
    initial: props.initialFilter ?? '',
    joint: ' ',
    isActive,
    onChange(text) {
      list.dispatch({ move: 'home', count: items.length, height });
      props.onFilter?.(text);
    },
  });
  const shown = useMemo(
    () => filterBy(items, filter.state.text, textOf),
    [items, filter.state.text, textOf],
  );
  const state = intoList(useStore(list), { count: shown.length, height });
  useKeystrokes(
    (stroke) => {
      // Keys that arrive together see what the one before has done.
      const text = filter.current();
      const now = text === filter.state.text ? shown : filterBy(items, text, textOf);
      const size = { count: now.length, height };
      const item = now[intoList(list.getState(), size).cursor] ?? null;
      if (isListMove(stroke.key)) list.dispatch({ move: stroke.key, ...size });
      else if (stroke.key === 'enter') props.onSubmit(item);
      else if (stroke.key === 'space' && chosen !== undefined) {
        if (item !== null) props.onToggle?.(item);
      } else if (stroke.text !== '' || stroke.key === 'backspace' || stroke.key === 'ctrl+u')
        filter.type(stroke);
      else props.otherwise?.(stroke.key, item);
    },
    { isActive },
  );
  return { filter: filter.state, shown, state };
}

function reduceList(
  state: typeof listStart,
  action: { move: ListMove | 'home'; count: number; height: number },
) {
  return moveInList(state, action.move, action);
}
