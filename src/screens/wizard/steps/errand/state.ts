import type { ExitCode } from '../../../../core/kernel/exit-codes.ts';
import { paste, type TextState, textOf, typeKey } from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

/** Describes what the commands wait for. */
export type Question =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly standard: string;
      readonly answer: (text: string | null) => void;
    }
  | { readonly kind: 'confirm'; readonly text: string; readonly answer: (yes: boolean) => void };

export interface ErrandState {
  readonly task: Task<ExitCode>;
  /** Of the commands. */
  readonly lines: readonly string[];
  readonly question: Question | null;
  /** How many questions there were. */
  readonly asked: number;
  readonly text: TextState;
  readonly isYes: boolean;
  /** A command that writes has begun. */
  readonly hasWritten: boolean;
  /** Rows below the screen; 0 follows the end. */
  readonly scrolled: number;
}

export type ErrandAction =
  | { readonly type: 'task'; readonly task: ErrandState['task'] }
  | { readonly type: 'line'; readonly line: string }
  | { readonly type: 'question'; readonly question: Question | null }
  | { readonly type: 'yes'; readonly isYes: boolean }
  | { readonly type: 'written' }
  | { readonly type: 'scroll'; readonly to: number }
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string };

/** The slice of an errand under the name of its step. */
export type ErrandSlice<Name extends string> = Slice<Name, ErrandState, ErrandAction>;

export const initialErrand: ErrandState = {
  task: idle,
  lines: [],
  question: null,
  asked: 0,
  text: textOf(''),
  isYes: false,
  hasWritten: false,
  scrolled: 0,
};

/** More scroll off: their files have everything. */
const mostLines = 20_000;

/** Pure. */
export function reduceErrand(state: ErrandState, action: ErrandAction): ErrandState {
  switch (action.type) {
    case 'task':
      return action.task.status === 'running'
        ? { ...initialErrand, task: action.task }
        : { ...state, task: action.task, question: null };
    case 'line':
      return { ...state, lines: [...state.lines, action.line].slice(-mostLines) };
    case 'question':
      return {
        ...{ ...state, question: action.question, text: textOf(''), isYes: false, scrolled: 0 },
        asked: state.asked + (action.question === null ? 0 : 1),
      };
    case 'yes':
      return { ...state, isYes: action.isYes };
    case 'written':
      return { ...state, hasWritten: true };
    case 'scroll':
      return { ...state, scrolled: action.to };
    case 'key':
      return edit(state, (text) => typeKey(text, action.stroke));
    case 'paste':
      return edit(state, (text) => paste(text, action.text, ''));
  }
}

function edit(state: ErrandState, change: (text: TextState) => TextState): ErrandState {
  return state.question?.kind === 'text' ? { ...state, text: change(state.text) } : state;
}

/** Lines that stay on the terminal: the commands, to repeat them. Pure. */
export function commandsRun(
  { lines }: Pick<ErrandState, 'lines'>,
  head: string,
): readonly string[] {
  const commands = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
  if (commands.length === 0) return [];
  return [head, ...commands.map((command) => `  ${command}`)];
}
