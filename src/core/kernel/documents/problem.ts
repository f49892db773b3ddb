/** More problems than this help nobody. */
export const maxProblems = 10;
/** The search goes this far, so that the message can say that there are more. */
export const enough = maxProblems + 1;

/** Counts from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong in a file. */
export interface Problem {
  /** `null` if it is the file as a whole. */
  readonly at: TextPosition | null;
  readonly message: string;
}

/** Where in the data something is: keys and indexes from the outermost inwards. */
export interface Target {
  readonly path: readonly PropertyKey[];
  /** The last key itself rather than its value. */
  readonly isKey: boolean;
}

/** The places of all targets, in their order. For what is missing, the place of the nearest thing around it. */
export type Locate = (targets: readonly Target[]) => readonly (TextPosition | null)[];

/** Describes what a text holds, or why it cannot be read. */
export type Reading =
  | { readonly value: unknown; readonly locate: Locate }
  | { readonly problems: readonly Problem[] };

export const nestedTooDeeply: Reading = {
  problems: [{ at: null, message: 'it is nested too deeply' }],
};

/**
 * A parser's work, with the only error that it throws for a text that is merely wrong: its recursion found no more
 * room. What the engine says about that is nothing to show.
 */
export function withoutOverflow(read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return nestedTooDeeply;
    throw error;
  }
}
