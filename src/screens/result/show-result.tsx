import { Box } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import type { OpenResultView, ResultChoice, RunResult } from '../../core/commands/run-result.ts';
import { Footer, HelpOverlay, helpRows } from '../../ui/components/key-help.tsx';
import { Lines, StyledLine } from '../../ui/components/lines.tsx';
import { PaletteOverlay } from '../../ui/components/palette-overlay.tsx';
import { Screen } from '../../ui/components/screen.tsx';
import { useDrawnScreen } from '../../ui/hooks/use-drawn-screen.ts';
import { useKeys } from '../../ui/hooks/use-keys.ts';
import { useStore } from '../../ui/hooks/use-store.ts';
import { useViewport } from '../../ui/hooks/use-viewport.ts';
import { type Binding, footerLine } from '../../ui/keys/keymap.ts';
import { type Palette, usePalette } from '../../ui/palette/use-palette.ts';
import { createStore } from '../../ui/store.ts';
import { copySequence, takesClipboard } from '../../ui/terminal/clipboard.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { cutLine, type Line, line, lineWidth } from '../../ui/text/line.ts';
import { useUi } from '../../ui/theme/ui-context.tsx';
import { repositoryDetail } from './repository-detail.ts';
import { nextSteps, type ResultEffects, resultBindings } from './result-keys.ts';
import {
  type Frame,
  keyRows,
  noticeLines,
  resultLines,
  resultRows,
  toDoDetail,
} from './result-lines.ts';
import {
  initialResult,
  type ResultState,
  reduceResult,
  selectedRepository,
  selectedToDo,
} from './result-state.ts';

/** Milliseconds after the first frame in which keys are still meant for the dashboard. */
const deafTime = 500;

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
    now: Date.now,
    title: () => 'migrator: result',
    screen: (end) => (
      <ResultScreen
        result={result}
        drain={drain}
        effects={{ choose: end, open, copy }}
        deafTime={deafTime}
      />
    ),
  });
}

/** The whole screen; its last frame does not stay. */
export function ResultScreen(props: {
  result: RunResult;
  drain: AbortSignal;
  effects: Omit<ResultEffects, 'dispatch'>;
  /** Milliseconds in which keys are still meant for the screen before this one. */
  deafTime?: number;
}): ReactNode {
  const { result, drain, effects } = props;
  const isReady = useReady(props.deafTime ?? 0);
  const [store] = useState(() => createStore(reduceResult, initialResult(result)));
  const [choice, setChoice] = useState<ResultChoice | null>(null);
  const state = useStore(store);
  const { glyphs } = useUi();
  const { width, height } = useViewport();
  const frame = { width, height, glyphs };
  // Drawn empty first, so that nothing of it is left on the terminal.
  useEffect(() => {
    if (choice !== null) effects.choose(choice);
  }, [choice, effects.choose]);
  useDrain(drain, setChoice);
  const all = { ...effects, dispatch: store.dispatch, choose: setChoice };
  const palette = usePalette();
  const screenBindings = (now = store.getState()) => bindingsOf(now, { frame, palette, all });
  const bindings = (now = store.getState()) => palette.keys(screenBindings(now));
  const isDrawn = useDrawnScreen(() => store.getState().panel);
  useKeys({
    isDrawn: () => isDrawn() && isReady,
    bindings: () => bindings(),
    onRefused: (text) => store.dispatch({ type: 'notice', text: `Not now: ${text}` }),
    otherwise(stroke) {
      if (palette.isOpen()) palette.type({ type: 'key', stroke });
    },
  });
  if (choice !== null) return null;
  return (
    <Screen>
      {() => {
        if (palette.state !== null) {
          const shown = { palette, head: [], bindings: screenBindings(state) };
          return <PaletteOverlay {...shown} width={width} height={height - 1} />;
        }
        if (state.panel === 'help') {
          return (
            <HelpOverlay
              bindings={bindings({ ...state, panel: state.helped })}
              closing={bindings()}
              scrolled={state.scrolled}
              width={width}
              height={height - 1}
            />
          );
        }
        const hasNext = state.panel === 'card' && keyRows(frame) > 1;
        const next = hasNext ? nextSteps(state, all) : [];
        const isNext = ({ keys }: Binding) => next.some((one) => one.keys[0] === keys[0]);
        const lines =
          state.panel === 'detail' ? detailPanel(state, frame) : resultLines(state, frame);
        return (
          <Box flexDirection="column">
            <Lines lines={lines} />
            {next.length > 0 && <NextSteps bindings={next} width={width} />}
            <Footer
              // A key that would do nothing is not shown.
              bindings={isReady ? bindings().filter((one) => !isNext(one)) : []}
              width={width}
            />
          </Box>
        );
      }}
    </Screen>
  );
}

function useDrain(drain: AbortSignal, choose: (choice: ResultChoice) => void): void {
  useEffect(() => {
    const leave = () => choose('leave');
    if (drain.aborted) leave();
    drain.addEventListener('abort', leave, { once: true });
    return () => drain.removeEventListener('abort', leave);
  }, [drain, choose]);
}

/** The keys of the screen without its palette. */
function bindingsOf(
  now: ResultState,
  { frame, palette, all }: { frame: Frame; palette: Palette; all: ResultEffects },
): readonly Binding[] {
  const { list } = resultRows(now, frame);
  const helped = resultBindings({ ...now, panel: now.helped }, { list, beyond: 0 }, all);
  const rows =
    now.panel === 'help'
      ? helpRows(palette.keys(helped), { ...frame, height: frame.height - 2 }) + 1
      : detailOf(now, frame).length;
  const beyond = Math.max(0, rows - (frame.height - 1));
  return resultBindings(now, { list, beyond }, all);
}

/** Becomes true after so many milliseconds. */
function useReady(deaf: number): boolean {
  const [isReady, setReady] = useState(deaf === 0);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), deaf);
    return () => clearTimeout(timer);
  }, [deaf]);
  return isReady;
}

function NextSteps({
  bindings,
  width,
}: {
  bindings: readonly Binding[];
  width: number;
}): ReactNode {
  const { glyphs } = useUi();
  const title = line(['strong', 'Next'], '  ');
  const keys = footerLine(bindings, { width: width - lineWidth(title), glyphs });
  return <StyledLine line={line(...title, ...keys)} />;
}

/** As much of the detail as fits, and the effect of the last key. */
function detailPanel(state: ResultState, frame: Frame): readonly Line[] {
  const notice = noticeLines(state, frame.width);
  const end = state.scrolled + Math.max(1, frame.height - 1 - notice.length);
  return [...detailOf(state, frame).slice(state.scrolled, end), ...notice];
}

function detailOf(state: ResultState, frame: Frame): readonly Line[] {
  const toDo = selectedToDo(state);
  if (toDo !== null) return toDoDetail(toDo, frame.width);
  const repository = selectedRepository(state);
  const lines = repository === null ? [] : repositoryDetail(state, repository, frame);
  return lines.map((one) => cutLine(one, frame.width, frame.glyphs.ellipsis));
}
