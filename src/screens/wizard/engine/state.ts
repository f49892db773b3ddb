import type { WizardOutcome } from '../../../core/commands/wizard-outcome.ts';
import {
  openedPalette,
  type PaletteAction,
  type PaletteState,
  reducePalette,
} from '../../../ui/palette/palette-state.ts';
import type { PastAct } from './act.ts';

/** State that belongs to no step. */
export interface Frame {
  readonly step: string;
  readonly isLeaving: boolean;
  /** Another screen than the first was shown. */
  readonly hasBegun: boolean;
  readonly hasHelp: boolean;
  /** Rows of the body, or of the help over it, above the part that is shown by itself. */
  readonly scrolled: number;
  /** The result of the last key. */
  readonly notice: Notice | null;
  /** Commands and places, over the screen; `null`: closed. */
  readonly palette: PaletteState | null;
  /** Acts that can be taken back, the oldest first. */
  readonly history: readonly PastAct[];
  /** Screen from which a place aside was entered: back leads there. `null`: to the first. */
  readonly origin: string | null;
  /** Rate-limited; milliseconds since 1970. */
  readonly waiting: { readonly host: string; readonly until: number } | null;
  /** Both hosts are on this machine. */
  readonly isDemo: boolean;
  readonly outcome: WizardOutcome | null;
}

interface Notice {
  readonly text: string;
  /** It reports what was done, instead of why nothing was. */
  readonly isDone?: true;
}

export type FrameAction =
  | { readonly type: 'go'; readonly step: string; readonly origin?: string }
  | { readonly type: 'leave'; readonly on: boolean }
  | { readonly type: 'help'; readonly on: boolean }
  | { readonly type: 'scrolled'; readonly to: number }
  | { readonly type: 'notice'; readonly text: string | null }
  | { readonly type: 'palette'; readonly on: boolean }
  | { readonly type: 'palette-input'; readonly input: PaletteAction }
  /** Takes back the last act on this screen. */
  | { readonly type: 'undo' }
  /** Milliseconds since 1970. */
  | { readonly type: 'tick'; readonly now: number }
  | { readonly type: 'waiting'; readonly host: string; readonly until: number }
  | { readonly type: 'end'; readonly outcome: WizardOutcome };

/** The state and actions of one step, under its name. Slices are combined with `&`. */
export type Slice<Name extends string, State, Action> = {
  readonly [N in Name]: { readonly state: State; readonly action: Action };
};

/** The whole state, as far as its slices are known. */
export type StateOf<Known> = Frame & {
  readonly [Name in keyof Known]: Known[Name] extends { readonly state: infer State }
    ? State
    : never;
};

export type ActionOf<Known> =
  | FrameAction
  | {
      [Name in keyof Known]: {
        readonly type: Name;
        readonly action: Known[Name] extends { readonly action: infer Action } ? Action : never;
      };
    }[keyof Known];

export function initialFrame(options: { step: string; isDemo: boolean }): Frame {
  return {
    ...options,
    isLeaving: false,
    hasBegun: false,
    hasHelp: false,
    scrolled: 0,
    notice: null,
    palette: null,
    history: [],
    origin: null,
    waiting: null,
    outcome: null,
  };
}

/** Closes what lies over a screen, and forgets what was said on it. */
const closed = { palette: null, hasHelp: false, notice: null, scrolled: 0 } as const;

/** Pure. */
export function reduceFrame<State extends Frame>(
  state: State,
  action: Exclude<FrameAction, { readonly type: 'undo' }>,
): State {
  switch (action.type) {
    case 'go':
      return {
        ...{ ...state, ...closed, step: action.step, origin: action.origin ?? null },
        hasBegun: true,
      };
    case 'leave':
      return { ...state, ...closed, isLeaving: action.on };
    case 'help':
      return { ...state, hasHelp: action.on, scrolled: 0 };
    case 'scrolled':
      return { ...state, scrolled: action.to };
    case 'notice':
      return { ...state, notice: action.text === null ? null : { text: action.text } };
    case 'palette':
      return { ...state, ...closed, palette: action.on ? openedPalette : null };
    case 'palette-input':
      return state.palette === null
        ? state
        : { ...state, palette: reducePalette(state.palette, action.input) };
    case 'waiting':
      return { ...state, waiting: { host: action.host, until: action.until } };
    case 'tick': {
      const isOver = state.waiting !== null && state.waiting.until <= action.now;
      return isOver ? { ...state, waiting: null } : state;
    }
    case 'end':
      return { ...state, outcome: state.outcome ?? action.outcome };
  }
}
