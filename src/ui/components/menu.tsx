import { Text } from 'ink';
import SelectInput from 'ink-select-input';
import { type ReactNode, useState } from 'react';
import { useKeystrokes } from '../hooks/use-keys.ts';
import { useStore } from '../hooks/use-store.ts';
import { createStore } from '../store.ts';
import { useUi } from '../theme/ui-context.tsx';

export interface MenuItem<Value> {
  readonly value: Value;
  /** Made safe for the terminal. */
  readonly label: string;
}

/**
 * A choice between a few; digits choose at once. For long lists there is SelectList. Keys are taken here and not by what draws it,
 * which would choose the wrong one where they arrive together.
 */
export function Menu<Value>(props: {
  items: readonly MenuItem<Value>[];
  initial?: number;
  isActive?: boolean;
  /** Whether keys still mean this menu. Asked for each of them: one of those that arrive together may have led elsewhere. */
  isMeant?: () => boolean;
  onSelect: (value: Value) => void;
}): ReactNode {
  const { items, onSelect, isActive = true, isMeant = always } = props;
  const [store] = useState(() => createStore(reduceMenu, props.initial ?? 0));
  const index = Math.min(useStore(store), Math.max(0, items.length - 1));
  useKeystrokes(
    ({ key }) => {
      if (!isMeant()) return;
      const count = items.length;
      if (key === 'up' || key === 'k') store.dispatch({ by: -1, count });
      if (key === 'down' || key === 'j') store.dispatch({ by: 1, count });
      const chosen = /^[1-9]$/.test(key)
        ? items[Number(key) - 1]
        : items[Math.min(store.getState(), count - 1)];
      if (chosen !== undefined && /^(enter|[1-9])$/.test(key)) onSelect(chosen.value);
    },
    { isActive },
  );
  return (
    <SelectInput
      key={index}
      items={items.map((item, at) => ({ ...item, key: String(at) }))}
      initialIndex={index}
      isFocused={false}
      indicatorComponent={Pointer}
      itemComponent={Item}
    />
  );
}

function always(): boolean {
  return true;
}

/** The last one is followed by the first. */
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
