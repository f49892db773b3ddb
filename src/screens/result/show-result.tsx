import { Box } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import type { OpenResultView, ResultChoice, RunResult } from '../../core/commands/run-result.ts';
import { Footer, HelpOverlay, helpRows } from '../../ui/components/key-help.tsx';
import { Lines } from '../../ui/components/lines.tsx';
import { Screen } from '../../ui/components/screen.tsx';
import { useDrawnScreen } from '../../ui/hooks/use-drawn-screen.ts';
import { useKeys } from '../../ui/hooks/use-keys.ts';
import { useStore } from '../../ui/hooks/use-store.ts';
import { useViewport } from '../../ui/hooks/use-viewport.ts';
import { createStore } from '../../ui/store.ts';
import { copySequence, takesClipboard } from '../../ui/terminal/clipboard.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { useUi } from '../../ui/theme/ui-context.tsx';
import { type ResultEffects, resultBindings } from './result-keys.ts';
import { resultLines, resultRows } from './result-lines.ts';
import { initialResult, reduceResult } from './result-state.ts';

/** Shows what a run came to, until the person chooses what is next. */
export async function showResultView(
  options: Parameters<OpenResultView>[0] &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact'> & {
      /** Opens an address in a browser. @returns whether one was started */
      readonly open: (address: string) => boolean;
    },
): Promise<ResultChoice> {
  const { result, drain, environment, streams, open } = options;
  const copy = (text: string) => {
    if (!takesClipboard(environment)) return false;
    streams.stdout.write(copySequence(text));
    return true;
  };
  return runTui<ResultChoice>({
    ...options,
    isWhole: true,
    now: Date.now,
    title: () => 'migrator: result',
    screen: (end) => (
      <ResultScreen result={result} drain={drain} effects={{ choose: end, open, copy }} />
    ),
  });
}

/** The whole screen; its last frame does not stay. */
export function ResultScreen(props: {
  result: RunResult;
  drain: AbortSignal;
  effects: Omit<ResultEffects, 'dispatch'>;
}): ReactNode {
  const { result, drain, effects } = props;
  const [store] = useState(() => createStore(reduceResult, initialResult(result)));
  const [choice, setChoice] = useState<ResultChoice | null>(null);
  const state = useStore(store);
  const { glyphs } = useUi();
  const { width, height } = useViewport();
  const frame = { width, height, glyphs };
  const { choose } = effects;
  // Drawn empty first, so that nothing of it is left on the terminal.
  useEffect(() => {
    if (choice !== null) choose(choice);
  }, [choice, choose]);
  useEffect(() => {
    const leave = () => setChoice('leave');
    if (drain.aborted) leave();
    drain.addEventListener('abort', leave, { once: true });
    return () => drain.removeEventListener('abort', leave);
  }, [drain]);
  const all = { ...effects, dispatch: store.dispatch, choose: setChoice };
  const bindings = (now = store.getState()) => {
    const { list } = resultRows(now, frame);
    const helped = resultBindings({ ...now, hasHelp: false }, { list, helpBeyond: 0 }, all);
    const helpBeyond = Math.max(0, helpRows(helped, { ...frame, height: height - 2 }) - height + 2);
    return now.hasHelp ? resultBindings(now, { list, helpBeyond }, all) : helped;
  };
  const isDrawn = useDrawnScreen(() => String(store.getState().hasHelp));
  useKeys({
    isDrawn,
    bindings: () => bindings(),
    onRefused: (text) => store.dispatch({ type: 'notice', text: `Not now: ${text}` }),
    otherwise: () => {},
  });
  if (choice !== null) return null;
  return (
    <Screen>
      {() =>
        state.hasHelp ? (
          <HelpOverlay
            bindings={bindings({ ...state, hasHelp: false })}
            closing={bindings()}
            scrolled={state.scrolled}
            width={width}
            height={height - 1}
          />
        ) : (
          <Box flexDirection="column">
            <Lines lines={resultLines(state, frame)} />
            <Footer bindings={bindings()} width={width} />
          </Box>
        )
      }
    </Screen>
  );
}
