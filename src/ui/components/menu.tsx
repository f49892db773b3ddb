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
  onSelect: (value: Value) => void;
}): ReactNode {
  const { items, onSelect, isShown = always, height = items.length } = props;
  const [store] = useState(() => createStore(reduceMenu, 0));
  const index = Math.min(useStore(store), Math.max(0, items.length - 1));
  useKeystrokes(({ key }) => {
    if (!isShown()) return;
    const count = items.length;
    if (key === 'up' || key === 'k') store.dispatch({ by: -1, count });
    if (key === 'down' || key === 'j') store.dispatch({ by: 1, count });
    const isDigit = /^[1-9]$/.test(key);
    const selected = items[isDigit ? Number(key) - 1 : Math.min(store.getState(), count - 1)];
    if (selected !== undefined && (isDigit || key === 'enter')) onSelect(selected.value);
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

/** Wraps around. */
function reduceMenu(index: number, { by, count }: { by: 1 | -1; count: number }): number {
  return count === 0 ? 0 : (Math.min(index, count - 1) + by + count) % count;
}

function Pointer({ isSelected = false }: { readonly isSelected?: boolean }): ReactNode {
  const { theme, glyphs } = useUi();
  return <Text {...theme.selected}>{isSelected ? `${glyphs.pointer} ` : '  '}</Text>;
}

function Item({
  isSelected = false,
  label,
}: {
  readonly isSelected?: boolean;
  readonly label: string;
}): ReactNode {
  const { theme } = useUi();
  return (
    <Text wrap="truncate-end" {...(isSelected ? theme.selected : {})}>
      {label}
    </Text>
  );
}
