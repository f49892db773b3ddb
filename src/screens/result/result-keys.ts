import { pathToFileURL } from 'node:url';
import {
  type ResultChoice,
  type RunResult,
  repositoryPage,
  waitsForCutover,
} from '../../core/commands/run-result.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import { listKeys, scrollKeys } from '../../ui/input/move-keys.ts';
import type { Binding } from '../../ui/keys/keymap.ts';
import {
  type ResultAction,
  type ResultState,
  repositoriesIn,
  selectedRepository,
} from './result-state.ts';

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
  /** Rows of the open panel that do not fit. */
  readonly beyond: number;
}

/** The keys in this state. Pure, except for their actions. */
export function resultBindings(
  state: ResultState,
  size: ResultSize,
  effects: ResultEffects,
): readonly Binding[] {
  const { dispatch, choose } = effects;
  const leave: Binding = {
    keys: ['q', 'ctrl+c'],
    label: 'finish',
    help: 'Finish',
    run: () => choose('leave'),
  };
  const help: Binding = {
    keys: ['?'],
    label: 'help',
    help: 'All keys',
    run: () => dispatch({ type: 'panel', panel: 'help' }),
  };
  if (state.panel !== 'card') {
    const isHelp = state.panel === 'help';
    const back: Binding = {
      keys: ['esc', ...(isHelp ? ['?'] : []), 'enter'],
      label: 'back',
      help: 'Close this',
      run: () => dispatch({ type: 'panel', panel: isHelp ? state.helped : 'card' }),
    };
    const others = isHelp ? [] : [openingRepository(state, effects), help];
    return [back, ...scrolling(state, size, dispatch), ...others, leave];
  }
  return [
    {
      keys: ['enter'],
      label: 'details',
      help: 'Show the selected item in full',
      run: () => dispatch({ type: 'panel', panel: 'detail' }),
    },
    // Before the others: a narrow terminal cuts those.
    leave,
    ...switching(state, dispatch),
    ...nextSteps(state, effects),
    help,
    ...listKeys((move) => dispatch({ type: 'move', move, height: size.list })),
  ];
}

function switching(
  { listed, result }: ResultState,
  dispatch: ResultEffects['dispatch'],
): readonly Binding[] {
  const label =
    listed === 'to-dos' ? `all ${repositoriesIn(result).length} repositories` : 'what to do';
  return [
    {
      keys: ['tab'],
      label,
      help: 'Show what to do by hand, or all repositories',
      run: () => dispatch({ type: 'switch' }),
    },
  ];
}

/** The keys that go on from here: a row of their own where there is one. Pure, except for their actions. */
export function nextSteps(state: ResultState, effects: ResultEffects): readonly Binding[] {
  const { result } = state;
  const { choose } = effects;
  const failed = result.run.counts?.failed ?? 0;
  const retry: Binding = {
    keys: ['r'],
    label: 'retry',
    help: 'Resume the migration: retry what has failed',
    run: () => choose('retry'),
  };
  const isVerified = result.check?.kind === 'verified';
  const verify: Binding = {
    keys: ['v'],
    ...(isVerified ? {} : { label: 'verify now' }),
    help: 'Compare with GitHub now',
    run: () => choose('verify'),
  };
  return [
    ...(failed > 0 ? [retry] : []),
    ...(waitsForCutover(result) ? cuttingOver(effects) : []),
    ...(isVerified ? [] : [verify]),
    {
      keys: ['w'],
      label: 'write the report',
      help: 'Verify, and write the report as HTML',
      run: () => choose('report'),
    },
    openingRepository(state, effects),
    {
      keys: ['s'],
      label: 'secrets',
      help: 'Create the secrets as placeholders to fill in',
      run: () => choose('secrets'),
    },
    {
      keys: ['m'],
      label: 'scripts for clones',
      help: 'Write scripts that point clones at the new repositories',
      run: () => choose('remotes'),
    },
    ...(isVerified ? [verify] : []),
    {
      keys: ['O'],
      help: 'Open the report in a browser',
      disabled: result.report === null ? 'press w to write it first' : null,
      run: () => openOne(pathToFileURL(result.report ?? '').href, effects),
    },
    ...copying(result, effects),
  ];
}

/** Towards the cut-over, for which the targets wait. */
function cuttingOver({ choose }: ResultEffects): readonly Binding[] {
  return [
    {
      keys: ['S'],
      label: 'sync',
      help: 'Sync: migrate what has changed on Bitbucket since',
      run: () => choose('sync'),
    },
    {
      keys: ['X'],
      label: 'cut over',
      help: 'Cut over: lock Bitbucket, sync and open GitHub (asks first)',
      run: () => choose('cutover'),
    },
  ];
}

function openingRepository(state: ResultState, effects: ResultEffects): Binding {
  const { result } = state;
  const selected = selectedRepository(state);
  const beside = result.pullRequestPages.get(selected?.source ?? '');
  const page =
    selected?.status === 'succeeded' ? (beside ?? repositoryPage(result, selected.target)) : null;
  return {
    keys: ['o'],
    label: 'open',
    help:
      beside === undefined
        ? 'Open the selected repository in a browser'
        : 'Open a pull request next to its original',
    disabled: page === null ? 'no page for this repository' : null,
    run: () => openOne(page ?? '', effects),
  };
}

function openOne(address: string, { open, dispatch }: ResultEffects): void {
  const text = open(address) ? `Opened ${address}` : `No browser found. Open: ${address}`;
  dispatch({ type: 'notice', text });
}

/** The command that does the same, and the one that shows it from another terminal. */
function copying(
  { commandLine, statusCommand }: RunResult,
  { copy, dispatch }: ResultEffects,
): readonly Binding[] {
  const say = (text: string) =>
    dispatch({ type: 'notice', text: `${copy(text) ? 'Copied: ' : ''}${safe(text)}` });
  const status: Binding = {
    keys: ['C'],
    help: 'Copy the command that shows this in another terminal',
    run: () => say(statusCommand),
  };
  if (commandLine === null) return [status];
  return [
    {
      keys: ['c'],
      label: 'copy command',
      help: 'Copy the command line that does the same',
      run: () => say(commandLine),
    },
    status,
  ];
}

function scrolling(
  { scrolled }: ResultState,
  { list, beyond: most }: ResultSize,
  dispatch: ResultEffects['dispatch'],
): readonly Binding[] {
  if (most === 0) return [];
  return scrollKeys({
    ...{ above: scrolled, left: most - scrolled, page: list },
    scroll: (by) => dispatch({ type: 'scroll', by, most }),
  });
}
