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
