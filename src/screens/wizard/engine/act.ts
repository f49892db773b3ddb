/** Something a person did that can be taken back. */
export interface Act {
  /** In the past tense, after "Undone: ". Safe for the terminal. */
  readonly name: string;
  /** Joins the act before it, if that has the same name: letters typed into one field. */
  readonly joins?: true;
}

/** Names the acts of a step that can be taken back, and takes them back. Both are pure. */
export interface Undo<State, Action> {
  /** `null`: nothing to take back. */
  readonly act: (action: Action, before: State, after: State) => Act | null;
  /** Takes back what the act has changed; returns `now` itself where it no longer applies. */
  readonly restore: (now: State, before: State) => State;
}

/** As the engine sees it. */
export interface AnyUndo {
  readonly act: (action: never, before: never, after: never) => Act | null;
  readonly restore: (now: never, before: never) => unknown;
}

export interface PastAct {
  readonly act: Act;
  /** Screen on which it was done, and on which it can be taken back. */
  readonly screen: string;
  readonly slice: string;
  readonly before: unknown;
}
