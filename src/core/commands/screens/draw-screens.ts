/** The appearances that a screen is drawn in. */
export const looks = ['dark', 'light', 'no-color', 'ascii'] as const;

export type LookName = (typeof looks)[number];

/** A state of a screen. */
interface DrawnScreen {
  readonly name: string;
  /** Rows with escape sequences for colours and weight. */
  readonly text: string;
}

/** Draws every state of every screen, from made-up data. */
export type DrawScreens = (options: {
  readonly size: { readonly columns: number; readonly rows: number };
  readonly look: LookName;
  /** Draws only states whose name contains it. */
  readonly name: string;
}) => AsyncIterable<DrawnScreen>;
