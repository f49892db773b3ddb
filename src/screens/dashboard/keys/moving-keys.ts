import type { ListMove } from '../../../ui/input/list-state.ts';
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
  const to = (move: ListMove, keys: readonly string[], text: string): Binding => ({
    keys,
    help: text,
    run: () => view({ type: 'move', move, rows, height }),
  });
  return [
    to('down', ['down', 'j'], 'Down'),
    to('up', ['up', 'k'], 'Up'),
    to('pagedown', ['pagedown'], 'Page down'),
    to('pageup', ['pageup'], 'Page up'),
    to('home', ['home', 'g'], 'First'),
    to('end', ['end', 'G'], 'Last'),
  ];
}

/** The keys that move in a detail or in the help. Pure, except for their actions. */
export function scrolling({ height, panelRows }: ScrolledSize, view: View): readonly Binding[] {
  const most = Math.max(0, panelRows - (height - 2));
  const by = (rows: number, keys: readonly string[], text: string): Binding => ({
    keys,
    help: text,
    run: () => view({ type: 'scroll', by: rows, most }),
  });
  const page = Math.max(1, height - 4);
  return [
    { ...by(1, ['down', 'j'], 'Down'), ...(most > 0 ? { label: 'more' } : {}) },
    by(-1, ['up', 'k'], 'Up'),
    by(page, ['pagedown', 'space'], 'Page down'),
    by(-page, ['pageup'], 'Page up'),
  ];
}
