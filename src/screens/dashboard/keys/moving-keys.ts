import { listKeys, scrollKeys } from '../../../ui/input/move-keys.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { ViewAction } from '../state/dashboard-view.ts';

type View = (action: ViewAction) => void;

export interface ScrolledSize {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
  /** Of the panel that scrolls: a detail, or the help. */
  readonly panelRows: number;
}

/** The keys that move in the list. Pure, except for their actions. */
export function moving(rows: readonly string[], height: number, view: View): readonly Binding[] {
  return listKeys((move) => view({ type: 'move', move, rows, height }));
}

/** The keys that move in a detail or in the help. Pure, except for their actions. */
export function scrolling(
  { height, panelRows }: ScrolledSize,
  { scrolled, view }: { scrolled: number; view: View },
): readonly Binding[] {
  const most = Math.max(0, panelRows - (height - 2));
  return scrollKeys({
    ...{ above: scrolled, left: most - scrolled, page: Math.max(1, height - 4) },
    scroll: (by) => view({ type: 'scroll', by, most }),
  });
}
