import { Text } from 'ink';
import SelectInput from 'ink-select-input';
import type { ReactNode } from 'react';
import { useUi } from '../ui-context.tsx';

export interface MenuItem<Value> {
  readonly value: Value;
  /** Made safe for the terminal. */
  readonly label: string;
}

/** A choice between a few; digits choose at once. For long lists there is SelectList. */
export function Menu<Value>(props: {
  items: readonly MenuItem<Value>[];
  initial?: number;
  isActive?: boolean;
  onSelect: (value: Value) => void;
}): ReactNode {
  return (
    <SelectInput
      items={props.items.map((item, index) => ({ ...item, key: String(index) }))}
      initialIndex={props.initial ?? 0}
      isFocused={props.isActive ?? true}
      indicatorComponent={Pointer}
      itemComponent={Item}
      onSelect={({ value }) => props.onSelect(value)}
    />
  );
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
