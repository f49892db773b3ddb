import type { Slice } from '../../engine/state.ts';

export interface ConfirmationState {
  /** How many names of repositories that are replaced were typed. */
  readonly confirmed: number;
}

/** So many names were typed: Enter pressed twice confirms none but the one that was asked for. */
export interface ConfirmationAction {
  readonly type: 'confirmed';
  readonly count: number;
}

export type ConfirmationSlice = Slice<'confirmation', ConfirmationState, ConfirmationAction>;
