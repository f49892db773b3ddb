import type { ReactNode } from 'react';
import { type TableColumn, tableLines } from '../text/table.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Lines } from './lines.tsx';

/** Rows in columns that fit the width. Only the rows that are shown should be given. */
export function Table<Row>(props: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  width: number;
  hasHead?: boolean;
}): ReactNode {
  const { glyphs } = useUi();
  return <Lines lines={tableLines({ ...props, glyphs })} />;
}
