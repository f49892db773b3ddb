/** States that the target may give to a pull request, by its state on the source. */
export const outcomes = {
  open: 'open',
  merged: 'merged',
  declined: 'closed',
  superseded: 'closed',
} as const;

export type Outcome = (typeof outcomes)[keyof typeof outcomes];
