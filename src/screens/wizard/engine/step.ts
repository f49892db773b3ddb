import type { WizardOutcome } from '../../../core/commands/wizard-outcome.ts';
import type { TimedEvent } from '../../../core/ports/records/events.ts';
import type { Errands } from '../../../core/wizard/errands.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import type { Viewport } from '../../../ui/hooks/use-viewport.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import type { Keystroke } from '../../../ui/keys/keystrokes.ts';
import type { Store } from '../../../ui/store.ts';
import type { Line } from '../../../ui/text/line.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { AnyUndo, Undo } from './act.ts';
import type { LastAnswers, Preferences } from './preferences.ts';
import type { PromptIO } from './prompt-io.ts';
import type { ActionOf, Slice, StateOf } from './state.ts';
import type { Tasks } from './tasks.ts';

/** Describes what a step works with. `Known`: the slices that it reads or changes. */
export interface WizardContext<Known> {
  readonly store: Store<StateOf<Known>, ActionOf<Known>>;
  readonly session: WizardSession;
  readonly errands: Errands;
  readonly preferences: Preferences;
  readonly tasks: Tasks;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
  /** Shows a step, and starts what it needs. */
  readonly enter: (name: keyof Known & string) => void;
  /** Enters the next step, unless another than `from` is shown by now. */
  readonly forward: (from: keyof Known & string) => void;
  /** Shows the previous step as it was, and stops the tasks of this one. */
  readonly back: () => void;
  /** Shows an earlier step as it was, or a place aside from which back leads here. */
  readonly visit: (name: string) => void;
  /** The answers of a step have changed: later steps drop what they found with the previous ones. */
  readonly dropLater: (from: keyof Known & string) => void;
  /** Asks whether to leave the wizard. */
  readonly leave: () => void;
  readonly stay: () => void;
  readonly end: (outcome: WizardOutcome) => void;
}

/** Between title and footer. */
export type BodySize = Pick<Viewport, 'width' | 'height'>;

export interface BodyOptions extends BodySize {
  readonly glyphs: Glyphs;
}

/** Lines, and below them what handles keys itself. */
export interface Body<Known> {
  readonly lines: readonly Line[];
  /** The rows that matter: others are scrolled to. Without it, the step scrolls by itself. */
  readonly focus?: { readonly from: number; readonly to: number };
  readonly menu?: readonly MenuEntry<Known>[];
  readonly typing?: TypedConfirmation<Known>;
}

interface MenuEntry<Known> {
  /** Safe for the terminal. */
  readonly label: string;
  /** It is listed, but cannot be chosen now. */
  readonly isDisabled?: boolean;
  readonly run: (context: WizardContext<Known>) => void;
}

interface TypedConfirmation<Known> {
  /** A new id starts with an empty field. */
  readonly id: number;
  readonly question: string;
  readonly expected: string;
  readonly confirm: (context: WizardContext<Known>) => void;
}

/** Input without a key binding. */
export type TextInput =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string };

export interface Given {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly last: LastAnswers;
  readonly isDemo: boolean;
}

interface Screen<Known> {
  /** Pure. */
  readonly body: (state: StateOf<Known>, options: BodyOptions) => Body<Known>;
  readonly keys: (context: WizardContext<Known>, size: BodySize) => readonly Binding[];
  /** Describes the purpose of the screen in a sentence or two, for its help. Pure. */
  readonly about: (state: StateOf<Known>) => string;
  /** A question mark is typed into a text here. */
  readonly typesQuestionMarks?: (state: StateOf<Known>) => boolean;
  /** Letters go into a text here; without it, wherever a step has input. */
  readonly types?: (state: StateOf<Known>) => boolean;
  /** Called once an act on this screen was taken back. */
  readonly undone?: (context: WizardContext<Known>) => void;
  /** Names what the keys answer, where a step asks one thing after the other. Pure. */
  readonly question?: (state: StateOf<Known>) => string;
  /** The running task, if any. */
  readonly busy?: (state: StateOf<Known>) => string | null;
  readonly enter?: (context: WizardContext<Known>) => void;
  /** Back from a place aside, which has stopped the tasks; without it, enters the step again. */
  readonly returned?: (context: WizardContext<Known>) => void;
  /** On the way back: stops tasks, and resets what would look as if it was running. */
  readonly leave?: (context: WizardContext<Known>) => void;
}

interface StepScreen<Known> extends Screen<Known> {
  /** Beside the path: without a number; back leads to the first step. */
  readonly isAside?: true;
  /** Passed over, in both directions. Pure. */
  readonly isSkipped?: (state: StateOf<Known>) => boolean;
  readonly title: (state: StateOf<Known>) => string;
  /** Its name among the places of the palette; without it, its title. `null`: not a place now. */
  readonly place?: (state: StateOf<Known>) => string | null;
  /** The same as questions and answers: ends by going to another step, or by ending the wizard. */
  readonly ask: (context: WizardContext<Known>, io: PromptIO) => Promise<void>;
  /** Once, before anything is shown. */
  readonly start?: (context: WizardContext<Known>) => void;
  /** The answers of an earlier step have changed. */
  readonly drop?: (context: WizardContext<Known>) => void;
  readonly onEvent?: (context: WizardContext<Known>, event: TimedEvent) => void;
}

/** The slice of the state under the step's name. */
interface Owner {
  readonly name: string;
  readonly initial: (given: Given) => unknown;
  readonly reduce: (state: never, action: never) => unknown;
  /** The action of typed or pasted input. */
  readonly input?: (input: TextInput) => unknown;
  readonly undo?: AnyUndo;
}

interface OwnerOf<Name extends string, State, Action> extends Owner {
  readonly name: Name;
  readonly initial: (given: Given) => State;
  readonly reduce: (state: State, action: Action) => State;
  readonly input?: (input: TextInput) => Action;
  readonly undo?: Undo<State, Action>;
}

/** One step. `Known`: the slices of other steps that it reads. */
export type Step<Name extends string, State, Action, Known = unknown> = StepScreen<
  Slice<Name, State, Action> & Known
> &
  OwnerOf<Name, State, Action>;

/** Asks whether to leave, over any step. */
export type Exit<Name extends string, State, Action, Known> = Screen<
  Slice<Name, State, Action> & Known
> &
  OwnerOf<Name, State, Action>;

/** As the engine sees them. */
export type AnyStep<Known> = StepScreen<Known> & Owner;
export type AnyScreen<Known> = Screen<Known> & Owner;

export interface WizardDefinition<Known> {
  /** Back leads from the second to the first, then out. */
  readonly steps: readonly AnyStep<Known>[];
  readonly exit: AnyScreen<Known>;
  /** Names the errand that replaces the whole path: titles show it instead of the step's number. */
  readonly errand: (state: StateOf<Known>) => string | null;
}

export interface Wizard<Known> {
  readonly context: WizardContext<Known>;
  readonly definition: WizardDefinition<Known>;
}

/** The current step, or the exit. */
export function shownStep<Known>(
  { steps, exit }: WizardDefinition<Known>,
  { step, isLeaving }: { readonly step: string; readonly isLeaving: boolean },
): AnyScreen<Known> {
  return isLeaving ? exit : stepNamed(steps, step);
}

/** @throws TypeError for a name that no step has */
export function stepNamed<Known>(steps: readonly AnyStep<Known>[], name: string): AnyStep<Known> {
  const step = steps.find((one) => one.name === name);
  if (step === undefined) throw new TypeError(`no step named ${name}`);
  return step;
}
