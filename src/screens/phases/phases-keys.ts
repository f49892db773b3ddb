import type { PhaseChoice } from '../../core/commands/phase-view.ts';
import { scrollKeys } from '../../ui/input/move-keys.ts';
import type { Binding } from '../../ui/keys/keymap.ts';
import { yesNoKeys } from '../../ui/keys/yes-no-keys.ts';
import { type PhasesAction, type PhasesState, whyNotAbort } from './phases-state.ts';

export interface PhasesEffects {
  readonly dispatch: (action: PhasesAction) => void;
  /** As Ctrl+C. */
  readonly interrupt: () => void;
  /** Answers the question of the command. */
  readonly answer: (text: string) => void;
  /** Ends the result. */
  readonly choose: (choice: PhaseChoice) => void;
}

/** How far the screen moves. */
export interface PhasesSize {
  /** Places of the cursor. */
  readonly stops: number;
  /** Rows by which the body or the panel can scroll, up from where the cursor is and down. */
  readonly least: number;
  readonly most: number;
  /** Rows of a page. */
  readonly page: number;
}

/** Tells whether a question takes a yes or a no. Pure. */
export function isYesOrNo(question: string): boolean {
  return question.trimEnd().endsWith('[y/N]');
}

/** The keys in this state. Pure, except for their actions. */
export function phasesBindings(
  state: PhasesState,
  size: PhasesSize,
  effects: PhasesEffects,
): readonly Binding[] {
  const { dispatch } = effects;
  if (state.question !== null) return questionKeys(state, size, effects);
  if (state.asking !== null) return [...askingKeys(state, effects), ctrlC(effects)];
  if (state.panel !== 'list') {
    const close = () => dispatch({ type: 'panel', panel: 'list' });
    const keys = state.panel === 'help' ? ['esc', '?'] : ['esc', 'enter'];
    return [
      { keys, label: 'back', help: 'Back to the list', run: close },
      ...scrolling(state, size, effects),
      ctrlC(effects),
    ];
  }
  return [
    {
      keys: ['enter'],
      label: 'detail',
      help: 'Show the repositories in this phase or with this cause',
      disabled: size.stops === 0 ? 'nothing is listed yet' : null,
      run: () => dispatch({ type: 'panel', panel: 'detail' }),
    },
    ...abortKey(state, effects),
    ...endingKeys(state, effects),
    {
      keys: ['?'],
      label: 'help',
      help: 'All keys',
      run: () => dispatch({ type: 'panel', panel: 'help' }),
    },
    ...moving(state, size, effects),
    ctrlC(effects),
  ];
}

function questionKeys(
  state: PhasesState,
  size: PhasesSize,
  effects: PhasesEffects,
): readonly Binding[] {
  const { answer } = effects;
  return [
    ...yesNoKeys({
      yes: { help: 'Begin', run: () => answer('y') },
      no: { help: 'Change nothing', also: ['enter', 'q'], run: () => answer('') },
    }),
    ...scrolling(state, size, effects),
    ctrlC(effects),
  ];
}

function askingKeys(
  state: PhasesState,
  { dispatch, interrupt, choose }: PhasesEffects,
): readonly Binding[] {
  const { asking, run, result } = state;
  const canAbort = asking === 'stop' && run?.abort != null && whyNotAbort(state) === null;
  const abort: Binding = {
    keys: ['a'],
    label: 'abort',
    help: 'Unlock Bitbucket instead',
    run: () => dispatch({ type: 'asking', what: 'abort' }),
  };
  const close = () => dispatch({ type: 'asking', what: null });
  const act = () => {
    close();
    if (asking === 'stop') interrupt();
    else if (result !== null) choose('abort');
    else run?.abort?.();
  };
  const yes =
    asking === 'stop'
      ? { label: 'stop', help: 'Stop after the current steps', run: act }
      : { label: 'unlock', help: 'Unlock Bitbucket', run: act };
  return [
    ...yesNoKeys({ yes, no: { help: 'Cancel', also: ['enter'], run: close } }),
    ...(canAbort ? [abort] : []),
  ];
}

function abortKey(state: PhasesState, { dispatch }: PhasesEffects): readonly Binding[] {
  if (state.run?.abort == null || state.result?.verdict === 'good') return [];
  const disabled = whyNotAbort(state);
  return [
    {
      keys: ['a'],
      ...(disabled === null && { label: 'abort' }),
      help: 'Abort: unlock Bitbucket, GitHub stays closed',
      disabled,
      run: () => dispatch({ type: 'asking', what: 'abort' }),
    },
  ];
}

function endingKeys(state: PhasesState, { dispatch, choose }: PhasesEffects): readonly Binding[] {
  const { result, isEnding } = state;
  if (result === null) {
    return [
      {
        keys: ['q'],
        label: 'stop',
        help: 'Stop after the current steps',
        disabled: isEnding ? 'it is stopping' : null,
        run: () => dispatch({ type: 'asking', what: 'stop' }),
      },
    ];
  }
  const again: Binding = {
    keys: ['r'],
    label: 'run again',
    help: 'Run again: finished steps are not repeated',
    run: () => choose('again'),
  };
  return [
    ...(result.canRepeat ? [again] : []),
    { keys: ['q', 'esc'], label: 'close', help: 'Close', run: () => choose('leave') },
  ];
}

function ctrlC({ interrupt }: PhasesEffects): Binding {
  return {
    keys: ['ctrl+c'],
    help: 'Stop after the current steps; press again to stop at once',
    run: interrupt,
  };
}

function moving(state: PhasesState, size: PhasesSize, effects: PhasesEffects): readonly Binding[] {
  const { stops, most } = size;
  const hasMore = most > state.scrolled;
  const to = (by: number, keys: readonly string[], help: string): Binding => ({
    keys,
    help,
    run: () => effects.dispatch({ type: 'move', by, stops, most }),
  });
  const pages = scrolling(state, size, effects).slice(2);
  const [next, ...others] = pages;
  const more = next === undefined ? [] : [{ ...next, ...(hasMore && { label: 'more' }) }];
  return [to(1, ['down', 'j'], 'Down'), to(-1, ['up', 'k'], 'Up'), ...more, ...others];
}

function scrolling(
  { scrolled }: PhasesState,
  { least, most, page }: PhasesSize,
  { dispatch }: PhasesEffects,
): readonly Binding[] {
  return scrollKeys({
    ...{ above: scrolled - least, left: most - scrolled, page },
    scroll: (by) => dispatch({ type: 'scroll', by, least, most }),
  });
}
