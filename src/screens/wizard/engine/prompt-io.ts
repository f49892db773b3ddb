import type { WizardOutcome } from '../../../core/commands/wizard-outcome.ts';
import type { Store } from '../../../ui/store.ts';
import type { Line } from '../../../ui/text/line.ts';
import { glyphsOf } from '../../../ui/theme/glyphs.ts';
import type { Task } from './tasks.ts';

/** Questions and answers in plain output. */
export interface PromptIO {
  /** @throws InputEnded at the end of input */
  readonly ask: (question: string) => Promise<string>;
  /** The index of one of these; an empty answer means the first. */
  readonly choose: (question: string, labels: readonly string[]) => Promise<number>;
  readonly say: (lines: readonly (Line | string)[]) => void;
}

/** The options of views in plain output. */
export const plainView = { width: 78, glyphs: glyphsOf({}) } as const;

export function hasEnded({ status }: Task<unknown>): boolean {
  return status === 'done' || status === 'failed';
}

/**
 * The first state that meets a condition.
 * @throws AbortError where the wizard ends before
 */
export function until<State extends { readonly outcome: WizardOutcome | null }>(
  store: Pick<Store<State, never>, 'getState' | 'subscribe'>,
  wanted: (state: State) => boolean,
): Promise<State> {
  const { promise, resolve, reject } = Promise.withResolvers<State>();
  function check(): void {
    const state = store.getState();
    if (state.outcome !== null) reject(new DOMException('Interrupted', 'AbortError'));
    else if (wanted(state)) resolve(state);
  }
  const stop = store.subscribe(check);
  check();
  return promise.finally(stop);
}
