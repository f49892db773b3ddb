import type { Binding } from '../keys/keymap.ts';
import type { ListMove } from './list-state.ts';

/** Returns the keys that move through a list beside which something is typed: no letter is among them. */
export function moveKeys(move: (move: ListMove) => () => void): readonly Binding[] {
  return [
    { keys: ['up'], help: 'Up', run: move('up') },
    { keys: ['down'], help: 'Down', run: move('down') },
    { keys: ['pageup'], help: 'Page up', run: move('pageup') },
    { keys: ['pagedown'], help: 'Page down', run: move('pagedown') },
    { keys: ['home'], help: 'First', run: move('home') },
    { keys: ['end'], help: 'Last', run: move('end') },
  ];
}

/** Returns the keys that move through a list; letters are among them. */
export function listKeys(move: (move: ListMove) => void): readonly Binding[] {
  const letters: Readonly<Record<string, string>> = { down: 'j', up: 'k', home: 'g', end: 'G' };
  return moveKeys((to) => () => move(to)).map((binding) => {
    const keys = binding.keys.flatMap((key) => [key, letters[key] ?? []].flat());
    return { ...binding, keys };
  });
}

/**
 * Returns the keys that scroll a text; the footer shows one while there is more to see.
 * @param options.left rows below the screen, and `above` those above it
 * @param options.page rows of a page
 */
export function scrollKeys(options: {
  readonly above: number;
  readonly left: number;
  readonly page: number;
  readonly scroll: (by: number) => void;
}): readonly Binding[] {
  const { above, left, page, scroll } = options;
  const by = (rows: number, keys: readonly string[], help: string): Binding => ({
    keys,
    help,
    run: () => scroll(rows),
  });
  const more = left > 0 ? { label: 'more' } : {};
  const up = left <= 0 && above > 0 ? { label: 'up' } : {};
  return [
    { ...by(1, ['down', 'j'], 'Down'), ...more },
    { ...by(-1, ['up', 'k'], 'Up'), ...up },
    by(page, ['pagedown', 'space'], 'Page down'),
    by(-page, ['pageup'], 'Page up'),
    by(-above, ['home', 'g'], 'First'),
    by(left, ['end', 'G'], 'Last'),
  ];
}
