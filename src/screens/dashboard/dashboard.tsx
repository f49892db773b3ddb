import { Box, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import { Footer, HelpOverlay, helpRows } from '../../ui/components/key-help.tsx';
import { Lines } from '../../ui/components/lines.tsx';
import { PaletteOverlay } from '../../ui/components/palette-overlay.tsx';
import { QuestionPanel } from '../../ui/components/question-panel.tsx';
import { Screen } from '../../ui/components/screen.tsx';
import { useClock } from '../../ui/hooks/use-clock.tsx';
import { useDrawnScreen } from '../../ui/hooks/use-drawn-screen.ts';
import { useKeys } from '../../ui/hooks/use-keys.ts';
import { useStore } from '../../ui/hooks/use-store.ts';
import { useViewport } from '../../ui/hooks/use-viewport.ts';
import { paste, textOf, typeKey } from '../../ui/input/text-state.ts';
import type { Binding } from '../../ui/keys/keymap.ts';
import type { Keystroke } from '../../ui/keys/keystrokes.ts';
import { type Palette, usePalette } from '../../ui/palette/use-palette.ts';
import type { Store } from '../../ui/store.ts';
import { useUi } from '../../ui/theme/ui-context.tsx';
import { answerBindings, dashboardBindings } from './keys/dashboard-keys.ts';
import type { DashboardEffects } from './keys/ending-keys.ts';
import { type Frame, listing } from './lines/dashboard-layout.ts';
import { dashboardLines } from './lines/dashboard-lines.ts';
import { detailLines } from './lines/detail-lines.ts';
import type { DashboardAction, DashboardState } from './state/dashboard-state.ts';

export type DashboardStore = Store<DashboardState, DashboardAction>;

interface DashboardProps {
  readonly store: DashboardStore;
  readonly effects: DashboardEffects;
  /** Reads what has happened since the last one. */
  readonly onTick: (now: number) => void;
  /** Nothing is left on the screen. */
  readonly onClosed: () => void;
  readonly onAnswer: (answer: string) => void;
}

/** Milliseconds between two drawings. */
const interval = 400;
/** Milliseconds. */
const noticeTime = 4000;

/** The live view of a run. Lines that stay are written when it has ended. */
export function Dashboard(props: DashboardProps): ReactNode {
  const state = useStore(props.store);
  const { isClosed } = state;
  useClock({ interval, isActive: !isClosed, onTick: props.onTick });
  const { onClosed } = props;
  useEffect(() => {
    if (isClosed) onClosed();
  }, [isClosed, onClosed]);
  return isClosed ? null : <Live {...props} state={state} />;
}

type LiveProps = DashboardProps & { readonly state: DashboardState };

function Live(props: LiveProps): ReactNode {
  const { glyphs } = useUi();
  const { width, height } = useViewport();
  const { state, effects } = props;
  const frame = { width, height, glyphs };
  const palette = usePalette();
  const screenBindings = (now: DashboardState): readonly Binding[] =>
    dashboardBindings(now, { ...frame, panelRows: panelRowsOf(now) }, effects);
  const bindings = (now: DashboardState): readonly Binding[] =>
    takesKeys(now) ? answerBindings(now, effects) : palette.keys(screenBindings(now));
  const helped = (now: DashboardState) =>
    bindings({ ...now, view: { ...now.view, panel: 'list' as const } });
  function panelRowsOf(now: DashboardState): number {
    if (now.view.panel === 'help') return helpRows(helped(now), { ...frame, height: height - 2 });
    return detailOf(now, frame)?.length ?? 0;
  }
  const isDrawn = useDrawnScreen(() => screenOf(props.store.getState()));
  useInput(props, { bindings, isDrawn, palette });
  return (
    <Screen>
      {() => {
        if (state.view.question !== null) {
          return (
            <QuestionPanel
              question={state.view.question}
              width={width}
              isShown={isDrawn}
              onAnswer={props.onAnswer}
              onInterrupt={effects.interrupt}
            />
          );
        }
        if (palette.state !== null && !takesKeys(state)) {
          const head = dashboardLines(state, frame).slice(0, height > 8 ? 2 : 0);
          const shown = { palette, head, bindings: screenBindings(state) };
          return <PaletteOverlay {...shown} width={width} height={height - 1} />;
        }
        if (state.view.panel === 'help') {
          const shown = { bindings: helped(state), closing: bindings(state) };
          const { scrolled } = state.view;
          return <HelpOverlay {...shown} scrolled={scrolled} width={width} height={height - 1} />;
        }
        const detail = detailOf(state, frame);
        const lines =
          detail === null
            ? dashboardLines(state, frame)
            : detail.slice(state.view.scrolled, state.view.scrolled + height - 2);
        return (
          <Box flexDirection="column">
            <Lines lines={lines} />
            <Footer bindings={bindings(state)} width={width} />
          </Box>
        );
      }}
    </Screen>
  );
}

function useInput(
  { state, store, effects }: LiveProps,
  {
    bindings,
    isDrawn,
    palette,
  }: {
    bindings: (now: DashboardState) => readonly Binding[];
    isDrawn: () => boolean;
    palette: Palette;
  },
): void {
  const isAsked = state.view.question !== null;
  // Pasted text must not act as keys: one of them ends the run.
  usePaste(
    (text) => {
      const { view } = store.getState();
      if (palette.isOpen()) palette.type({ type: 'paste', text });
      if (!view.isFiltering) return;
      effects.view({ type: 'filter', text: paste(textOf(view.filter), text, ' ').text });
    },
    { isActive: !isAsked },
  );
  useKeys({
    isActive: !isAsked,
    isDrawn,
    bindings() {
      const now = store.getState();
      effects.view({ type: 'touch', at: now.now });
      return bindings(now);
    },
    onRefused(text) {
      effects.view({ type: 'notice', text, until: store.getState().now + noticeTime });
    },
    otherwise(stroke) {
      const now = store.getState();
      if (palette.isOpen() && !takesKeys(now)) palette.type({ type: 'key', stroke });
      else typeSpecial(now, stroke, effects);
    },
  });
}

function detailOf(state: DashboardState, frame: Frame) {
  if (state.view.panel !== 'detail') return null;
  const { selected } = listing(state, frame);
  return selected === null ? null : detailLines(state, selected, frame);
}

/** The thing that keys answer: a question, or the list with all that stands over it. */
function screenOf({ view: { question, skipping, isStopping } }: DashboardState): string {
  return JSON.stringify([question, skipping, isStopping]);
}

/** Tells whether keys answer a question or edit the filter. */
function takesKeys({ view }: DashboardState): boolean {
  return view.isFiltering || view.isStopping || view.skipping !== null;
}

function typeSpecial({ view }: DashboardState, stroke: Keystroke, effects: DashboardEffects): void {
  if (view.skipping !== null) {
    effects.view({ type: 'skipping', source: null });
    return;
  }
  if (view.isStopping) {
    effects.view({ type: 'stopping', on: false });
    return;
  }
  if (!view.isFiltering) return;
  const { text } = typeKey(textOf(view.filter), stroke);
  if (text !== view.filter) effects.view({ type: 'filter', text });
}
