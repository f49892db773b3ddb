import type { Binding } from '../keys/keymap.ts';
import type { Command } from './commands.ts';
import { matchingCommands, type PaletteState } from './palette-state.ts';

/** The keys of an open palette; others are typed into it. Pure, except for their actions. */
export function paletteKeys(
  palette: PaletteState,
  commands: readonly Command[],
  act: {
    readonly close: () => void;
    /** @param count of the commands that match */
    readonly move: (by: number, count: number) => void;
  },
): readonly Binding[] {
  const found = matchingCommands(palette, commands);
  const move = (by: number) => () => act.move(by, found.length);
  const command = found[palette.cursor];
  function run(): void {
    act.close();
    command?.run();
  }
  return [
    {
      keys: ['enter'],
      label: 'run',
      help: 'Run the command',
      disabled: command === undefined ? 'no matching commands' : command.disabled,
      run,
    },
    { keys: ['esc', 'ctrl+k'], label: 'close', help: 'Close this', run: act.close },
    { keys: ['down', 'tab'], label: 'next', help: 'Next command', run: move(1) },
    { keys: ['up', 'shift+tab'], help: 'Previous command', run: move(-1) },
    { keys: ['pagedown'], help: 'Page down', run: move(10) },
    { keys: ['pageup'], help: 'Page up', run: move(-10) },
  ];
}

/** The key that opens the palette. @param isTyped letters go into a text here */
export function paletteKey(open: () => void, { isTyped = false } = {}): Binding {
  return {
    keys: isTyped ? ['ctrl+k'] : [':', 'ctrl+k'],
    label: 'commands',
    help: 'List all commands and screens',
    run: open,
  };
}
