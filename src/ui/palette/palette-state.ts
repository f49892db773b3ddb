import { filterBy } from '../input/filter.ts';
import { paste, type TextState, textOf, typeKey } from '../input/text-state.ts';
import type { Keystroke } from '../keys/keystrokes.ts';
import type { Command } from './commands.ts';

/** An open palette. */
export interface PaletteState {
  readonly filter: TextState;
  /** Index among the commands that match. */
  readonly cursor: number;
}

export type PaletteAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  /** @param count of the commands that match */
  | { readonly type: 'move'; readonly by: number; readonly count: number };

export const openedPalette: PaletteState = { filter: textOf(''), cursor: 0 };

/** Pure. */
export function reducePalette(state: PaletteState, action: PaletteAction): PaletteState {
  switch (action.type) {
    case 'key':
      return filtered(state, typeKey(state.filter, action.stroke));
    case 'paste':
      return filtered(state, paste(state.filter, action.text, ' '));
    case 'move': {
      const last = Math.max(0, action.count - 1);
      return { ...state, cursor: Math.max(0, Math.min(last, state.cursor + action.by)) };
    }
  }
}

function filtered(state: PaletteState, filter: TextState): PaletteState {
  return { filter, cursor: filter.text === state.filter.text ? state.cursor : 0 };
}

/** The commands that match what is typed. Pure. */
export function matchingCommands(
  { filter }: Pick<PaletteState, 'filter'>,
  commands: readonly Command[],
): readonly Command[] {
  return filterBy(commands, filter.text, ({ label, key }) => `${label} ${key}`);
}
