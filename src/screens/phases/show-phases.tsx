import type { OpenPhaseView, PhaseChoice, PhaseView } from '../../core/commands/phase-view.ts';
import { foldLines } from '../../core/kernel/fold-lines.ts';
import { createQuestion } from '../../ui/question.ts';
import { createStore } from '../../ui/store.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { PhasesScreen, type PhasesStore } from './phases.tsx';
import { holdsWork } from './phases-lock.ts';
import {
  hasWaited,
  holdsResult,
  initialPhases,
  phasesTitle,
  reducePhases,
} from './phases-state.ts';

/** Opens the screen of a command that works in phases. */
export function showPhases(
  options: Parameters<OpenPhaseView>[0] &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact'> & { now?: () => number },
): PhaseView {
  const { controls, drain, now = Date.now, verbosity, staysOpen, redact } = options;
  const settings = { verbosity, staysOpen };
  const store = createStore(reducePhases, initialPhases(settings, now()));
  const { dispatch } = store;
  const stopHolding = holdWhileAsked(store, controls);
  const question = createQuestion((text) => dispatch({ type: 'question', text }), drain);
  const choice = createChoice();
  const onDrain = () => {
    dispatch({ type: 'ending' });
    choice.make('leave');
  };
  drain.addEventListener('abort', onDrain, { once: true });

  const ended = runTui<void>({
    ...options,
    now,
    title: () => redact(phasesTitle(store.getState())),
    screen: (end) => (
      <PhasesScreen
        store={store}
        effects={{
          dispatch,
          interrupt: options.interrupt,
          answer: question.answer,
          choose: choice.make,
        }}
        onTick={(at) => {
          dispatch({ type: 'tick', now: at });
          if (hasWaited(store.getState())) choice.make('leave');
        }}
        onClosed={end}
      />
    ),
  });
  let hasFailed = false;
  ended.catch((cause: unknown) => {
    hasFailed = true;
    stopHolding();
    writeSaid(store, options);
    options.onFailure(cause, []);
    // Nobody can answer any more: an empty answer is no consent.
    question.answer('');
    choice.make('leave');
  });

  return {
    begin: (run) => dispatch({ type: 'begin', run, now: now() }),
    report: (progress) => dispatch({ type: 'progress', progress, now: now() }),
    show: (event) => dispatch({ type: 'event', event }),
    say: (text) => dispatch({ type: 'say', line: text, now: now() }),
    present: (lines) => dispatch({ type: 'present', lines }),
    ask: question.ask,
    end(result) {
      dispatch({ type: 'end', result, now: now() });
      const isHeld = !hasFailed && !drain.aborted && holdsResult(settings, result);
      return isHeld ? choice.wait() : Promise.resolve('leave');
    },
    async close() {
      drain.removeEventListener('abort', onDrain);
      if (hasFailed) return;
      dispatch({ type: 'close' });
      await ended.then(
        () => writeSaid(store, options),
        () => {},
      );
    },
  };
}

/** Pauses the work while a question is open that it would make untrue. @returns ends that, and the pause */
function holdWhileAsked(
  store: PhasesStore,
  { pause, resume }: Parameters<OpenPhaseView>[0]['controls'],
): () => void {
  const end = store.subscribe(() => (holdsWork(store.getState()) ? pause() : resume()));
  return () => {
    end();
    resume();
  };
}

/** A person's choice, where somebody waits for one. */
function createChoice() {
  let resolve: ((choice: PhaseChoice) => void) | null = null;
  return {
    wait: () =>
      new Promise<PhaseChoice>((done) => {
        resolve = done;
      }),
    make(choice: PhaseChoice): void {
      resolve?.(choice);
      resolve = null;
    },
  };
}

function writeSaid(
  { getState }: PhasesStore,
  { streams, redact }: Pick<TuiOptions, 'streams' | 'redact'>,
): void {
  const lines = foldLines(getState().said.map(redact), streams.stdout.columns ?? null);
  for (const text of lines) streams.stdout.write(`${text}\n`);
}
