import { pathToFileURL } from 'node:url';
import { type ResultChoice, repositoryPage } from '../../core/commands/run-result.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { ListMove } from '../../ui/input/list-state.ts';
import type { Binding } from '../../ui/keys/keymap.ts';
import { type ResultAction, type ResultState, selectedIn } from './result-state.ts';

export interface ResultEffects {
  readonly dispatch: (action: ResultAction) => void;
  readonly choose: (choice: ResultChoice) => void;
  /** Opens an address in the person's browser. @returns whether something could be started */
  readonly open: (address: string) => boolean;
  /** @returns whether the terminal takes texts for the clipboard */
  readonly copy: (text: string) => boolean;
}

interface ResultSize {
  /** Rows of the list. */
  readonly list: number;
  /** Rows of the help that do not fit. */
  readonly helpBeyond: number;
}

/** The keys in this state. Pure, except for their actions. */
export function resultBindings(
  state: ResultState,
  size: ResultSize,
  { dispatch, choose, open, copy }: ResultEffects,
): readonly Binding[] {
  const { result } = state;
  const say = (text: string) => dispatch({ type: 'notice', text });
  const openOne = (address: string) =>
    say(open(address) ? `Opened ${address}` : `No browser found. Open: ${address}`);
  const selected = selectedIn(state);
  const beside = result.pullRequestPages.get(selected?.source ?? '');
  const page =
    selected?.status === 'succeeded' ? (beside ?? repositoryPage(result, selected.target)) : null;
  const help: Binding = {
    keys: ['?'],
    label: state.hasHelp ? 'back' : 'help',
    help: 'All keys',
    run: () => dispatch({ type: 'help' }),
  };
  const leave: Binding = {
    keys: ['enter', 'q', 'ctrl+c'],
    label: 'finish',
    help: 'Finish',
    run: () => choose('leave'),
  };
  if (state.hasHelp) {
    const back = { ...help, keys: ['esc', '?', 'enter'], help: 'Close this' };
    return [back, ...scrolling(size, dispatch), { ...leave, keys: ['q', 'ctrl+c'] }];
  }
  return [
    leave,
    help,
    {
      keys: ['v'],
      label: 'verify now',
      help: 'Compare with the target now',
      run: () => choose('verify'),
    },
    {
      keys: ['w'],
      label: 'write the report',
      help: 'Verify, and write the report as HTML',
      run: () => choose('report'),
    },
    {
      keys: ['o'],
      label: 'open',
      help:
        beside === undefined
          ? 'Open the selected repository in a browser'
          : 'Open a pull request beside its original',
      disabled: page === null ? 'no page for this repository' : null,
      run: () => openOne(page ?? ''),
    },
    {
      keys: ['O'],
      help: 'Open the report in a browser',
      disabled: result.report === null ? 'w writes the report first' : null,
      run: () => openOne(pathToFileURL(result.report ?? '').href),
    },
    ...copying(result.commandLine, { copy, say }),
    {
      keys: ['s'],
      label: 'secrets',
      help: 'Create the secrets, to fill them in',
      run: () => choose('secrets'),
    },
    ...moving(size.list, dispatch),
  ];
}

function copying(
  command: string | null,
  { copy, say }: Pick<ResultEffects, 'copy'> & { readonly say: (text: string) => void },
): readonly Binding[] {
  if (command === null) return [];
  return [
    {
      keys: ['c'],
      label: 'copy command',
      help: 'Copy the command line that does the same',
      run: () => say(`${copy(command) ? 'Copied: ' : ''}${safe(command)}`),
    },
  ];
}

function scrolling(
  { list, helpBeyond: most }: ResultSize,
  dispatch: ResultEffects['dispatch'],
): readonly Binding[] {
  if (most === 0) return [];
  const by = (rows: number, keys: readonly string[], help: string): Binding => ({
    keys,
    help,
    run: () => dispatch({ type: 'scroll', by: rows, most }),
  });
  return [
    { ...by(1, ['down', 'j'], 'Down'), label: 'more' },
    by(-1, ['up', 'k'], 'Up'),
    by(list, ['pagedown', 'space'], 'Page down'),
    by(-list, ['pageup'], 'Page up'),
  ];
}

function moving(height: number, dispatch: ResultEffects['dispatch']): readonly Binding[] {
  const to = (move: ListMove, keys: readonly string[], help: string): Binding => ({
    keys,
    help,
    run: () => dispatch({ type: 'move', move, height }),
  });
  return [
    to('down', ['down', 'j'], 'Down'),
    to('up', ['up', 'k'], 'Up'),
    to('pagedown', ['pagedown', 'space'], 'Page down'),
    to('pageup', ['pageup'], 'Page up'),
    to('home', ['home', 'g'], 'First'),
    to('end', ['end', 'G'], 'Last'),
  ];
}
