import { useState } from 'react';
import { useStore } from '../hooks/use-store.ts';
import type { Binding } from '../keys/keymap.ts';
import { createStore } from '../store.ts';
import { glyphsOf } from '../theme/glyphs.ts';
import { commandsOf } from './commands.ts';
import { paletteKey, paletteKeys } from './palette-keys.ts';
import {
  openedPalette,
  type PaletteAction,
  type PaletteState,
  reducePalette,
} from './palette-state.ts';

/** The palette of a screen whose commands are its keys. */
export interface Palette {
  /** As it is drawn; `null`: closed. */
  readonly state: PaletteState | null;
  /** Tells whether keys go into it now: the drawing may be older. */
  readonly isOpen: () => boolean;
  /** The keys of the screen and the one that opens the palette; while it is open, those of the palette. */
  readonly keys: (screen: readonly Binding[]) => readonly Binding[];
  /** Takes what is typed or pasted. */
  readonly type: (input: PaletteAction) => void;
}

type Action = PaletteAction | { readonly type: 'open' } | { readonly type: 'close' };

function reduce(state: PaletteState | null, action: Action): PaletteState | null {
  if (action.type === 'open') return openedPalette;
  if (action.type === 'close' || state === null) return null;
  return reducePalette(state, action);
}

export function usePalette(): Palette {
  const [store] = useState(() => createStore<PaletteState | null, Action>(reduce, null));
  const { getState, dispatch } = store;
  return {
    state: useStore(store),
    isOpen: () => getState() !== null,
    type: dispatch,
    keys(screen) {
      const open = getState();
      if (open === null) return withPaletteKey(screen, () => dispatch({ type: 'open' }));
      const keys = paletteKeys(open, commandsOf(screen, glyphsOf({})), {
        close: () => dispatch({ type: 'close' }),
        move: (by, count) => dispatch({ type: 'move', by, count }),
      });
      return [...keys, ...screen.filter(({ keys: [key] }) => key === 'ctrl+c')];
    },
  };
}

/** Behind the key for help, with which it belongs in a footer. */
function withPaletteKey(screen: readonly Binding[], open: () => void): readonly Binding[] {
  const at = screen.findIndex(({ keys }) => keys.includes('?'));
  return screen.toSpliced(at === -1 ? screen.length : at + 1, 0, paletteKey(open));
}
