import type { ReactNode } from 'react';
import type { Size } from '../../../ui/hooks/use-viewport.ts';

/** One state of one screen. */
export interface Scene {
  /** `dashboard, one has failed`: unique. */
  readonly name: string;
  /** Brings a fresh screen into this state, for a terminal of a size: how far a list scrolls depends on it. */
  readonly open: (size: Size) => ReactNode | Promise<ReactNode>;
}
