import { Text } from 'ink';
import SelectInput from 'ink-select-input';
import { type ReactNode, useState } from 'react';
import { useKeystrokes } from '../hooks/use-keys.ts';
import { useStore } from '../hooks/use-store.ts';
import { createStore } from '../store.ts';
import { useUi } from '../theme/ui-context.tsx';

interface MenuItem<Value> {
  readonly value: Value;
  /** Safe for the terminal. */
  readonly label: string;
  /** Drawn dimmed and passed over. */
  readonly isDisabled?: boolean;
}

/**
 * A choice between a few; digits select at once. It handles keys itself: ink-select-input selects the wrong item where keys
 * arrive together.
 */
export function Menu<Value>(props: {
  items: readonly MenuItem<Value>[];
  /** Rows; a longer menu scrolls. */
  height?: number;
  /** Asked for each key: an earlier key of the same burst may have led elsewhere. */
  isShown?: () => boolean;
  /** Index of the entry at which the cursor starts. */
  start?: number;
  /** Gets the index to which a key has moved the cursor. */
  onMove?: (index: number) => void;
  onSelect: (value: Value) => void;
}): ReactNode {
  const { items, onSelect, onMove, isShown = always, height = items.length } = props;
  const [store] = useState(() => createStore(reduceMenu, props.start ?? 0));
  const index = possibleAt(useStore(store), items);
  useKeystrokes(({ key }) => {
    if (!isShown()) return;
    const move = moves[key];
    if (move !== undefined) {
      store.dispatch({ ...move, items });
      onMove?.(store.getState());
    }
    const isDigit = /^[1-9]$/.test(key);
    if (!isDigit && key !== 'enter') return;
    const selected = items[isDigit ? Number(key) - 1 : possibleAt(store.getState(), items)];
    if (selected !== undefined && !selected.isDisabled) onSelect(selected.value);
  });
  return (
    <SelectInput
      key={index}
      items={items.map((item, at) => ({ ...item, key: String(at) }))}
      initialIndex={index}
      limit={Math.min(height, items.length)}
      isFocused={false}
      indicatorComponent={Pointer}
      itemComponent={Item}
    />
  );
}

function always(): boolean {
  return true;
}

type Items = readonly { readonly isDisabled?: boolean }[];

/** Items from the current one, or from an end. */
interface Move {
  readonly by: 1 | -1;
  readonly from?: 'end';
}

const moves: Readonly<Record<string, Move>> = {
  up: { by: -1 },
  k: { by: -1 },
  down: { by: 1 },
  j: { by: 1 },
  home: { by: 1, from: 'end' },
  end: { by: -1, from: 'end' },
};

/** The next item that can be chosen; wraps around. */
function reduceMenu(index: number, { by, from: start, items }: Move & { items: Items }): number {
  const { length } = items;
  if (length === 0) return 0;
  const end = by === 1 ? length - 1 : 0;
  const from = (start === undefined ? possibleAt(index, items) : end) + length;
  const offered = (steps: number) => (from + by * steps) % length;
  const steps = items.findIndex((_, at) => !items[offered(at + 1)]?.isDisabled) + 1;
  return offered(steps);
}

/** This item, or the next one that can be chosen. */
function possibleAt(index: number, items: Items): number {
  const last = Math.max(0, items.length - 1);
  const from = Math.min(index, last);
  const steps = items.findIndex((_, at) => !items[(from + at) % items.length]?.isDisabled);
  return steps <= 0 ? from : (from + steps) % items.length;
}

function Pointer({ isSelected = false }: { readonly isSelected?: boolean }): ReactNode {
  const { theme, glyphs } = useUi();
  return <Text {...theme.selected}>{isSelected ? `${glyphs.pointer} ` : '  '}</Text>;
}

function Item({
  isSelected = false,
  isDisabled = false,
  label,
}: {
  readonly isSelected?: boolean;
  readonly isDisabled?: boolean;
  readonly label: string;
}): ReactNode {
  const { theme } = useUi();
  const style = isSelected ? theme.selected : {};
  return (
    <Text wrap="truncate-end" {...(isDisabled ? theme.quiet : style)}>
      {label}
    </Text>
  );
}
