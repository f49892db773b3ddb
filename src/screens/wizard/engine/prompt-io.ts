import type { WizardOutcome } from '../../../core/commands/wizard/outcome.ts';
import type { Store } from '../../../ui/store.ts';
import type { Line } from '../../../ui/text/line.ts';
import { glyphsOf } from '../../../ui/theme/glyphs.ts';
import type { Task } from './tasks.ts';

/** Asks and answers in plain lines. */
export interface PromptIO {
  /** @throws InputEnded at the end of input */
  readonly ask: (question: string) => Promise<string>;
  /** One of these, by its number; nothing means the first. */
  readonly choose: (question: string, labels: readonly string[]) => Promise<number>;
  readonly say: (lines: readonly (Line | string)[]) => void;
}

/** How views are put into plain lines. */
export const plainView = { width: 78, glyphs: glyphsOf({}) } as const;

export function hasEnded({ status }: Task<unknown>): boolean {
  return status === 'done' || status === 'failed';
}

/**
 * The state, once it is as wanted.
 * @throws AbortError where the wizard ends before
 */
export function until<State extends { readonly outcome: WizardOutcome | null }>(
  store: Pick<Store<State, never>, 'getState' | 'subscribe'>,
  wanted: (state: State) => boolean,
): Promise<State> {
  return new Promise((resolve, reject) => {
    function check(): void {
      const state = store.getState();
      const isOver = state.outcome !== null;
      if (!isOver && !wanted(state)) return;
      stop();
      if (isOver) reject(new DOMException('Interrupted', 'AbortError'));
      else resolve(state);
    }
    const stop = store.subscribe(check);
    check();
  });
}
