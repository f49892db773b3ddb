import { type Binding, keyName } from '../keys/keymap.ts';
import type { Glyphs } from '../theme/glyphs.ts';

/** An entry of the palette. */
export interface Command {
  /** A sentence without a full stop. Safe for the terminal. */
  readonly label: string;
  /** Key that does the same; empty without one. */
  readonly key: string;
  /** Why it does nothing now. */
  readonly disabled: string | null;
  readonly run: () => void;
}

const moves: ReadonlySet<string> = new Set([
  ...['up', 'down', 'left', 'right', 'pageup', 'pagedown', 'home', 'end'],
  ...['esc', 'ctrl+c'],
]);

/** The commands of a screen, from the bindings that handle its keys; those that only move are left out. Pure. */
export function commandsOf(bindings: readonly Binding[], glyphs: Glyphs): readonly Command[] {
  return bindings
    .filter(({ keys }) => keys[0] !== undefined && !moves.has(keys[0]))
    .map(({ keys, help, disabled = null, run }) => ({
      label: help,
      key: keyName(keys[0] ?? '', glyphs),
      disabled,
      run,
    }));
}
