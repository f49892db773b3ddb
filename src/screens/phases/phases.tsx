import { Box } from 'ink';
import { type ReactNode, useEffect } from 'react';
import { Footer, HelpOverlay } from '../../ui/components/key-help.tsx';
import { Lines, StyledLine } from '../../ui/components/lines.tsx';
import { PaletteOverlay } from '../../ui/components/palette-overlay.tsx';
import { Screen } from '../../ui/components/screen.tsx';
import { TextInput } from '../../ui/components/text-input.tsx';
import { useClock } from '../../ui/hooks/use-clock.tsx';
import { useDrawnScreen } from '../../ui/hooks/use-drawn-screen.ts';
import { useKeys } from '../../ui/hooks/use-keys.ts';
import { useStore } from '../../ui/hooks/use-store.ts';
import { useViewport } from '../../ui/hooks/use-viewport.ts';
import { usePalette } from '../../ui/palette/use-palette.ts';
import type { Store } from '../../ui/store.ts';
import { line } from '../../ui/text/line.ts';
import { useUi } from '../../ui/theme/ui-context.tsx';
import { isYesOrNo, type PhasesEffects, phasesBindings } from './phases-keys.ts';
import { helpSize, phasesLayout } from './phases-layout.ts';
import { headLines } from './phases-lines.ts';
import type { PhasesAction, PhasesState } from './phases-state.ts';

export type PhasesStore = Store<PhasesState, PhasesAction>;

interface PhasesProps {
  readonly store: PhasesStore;
  readonly effects: PhasesEffects;
  readonly onTick: (now: number) => void;
  /** Nothing is left on the screen. */
  readonly onClosed: () => void;
}

/** Milliseconds between two drawings. */
const interval = 400;

/** A command that works in phases. */
export function PhasesScreen(props: PhasesProps): ReactNode {
  const state = useStore(props.store);
  const { isClosed } = state;
  useClock({ interval, isActive: !isClosed, onTick: props.onTick });
  const { onClosed } = props;
  useEffect(() => {
    if (isClosed) onClosed();
  }, [isClosed, onClosed]);
  return isClosed ? null : <Live {...props} state={state} />;
}

function Live({ store, effects, state }: PhasesProps & { readonly state: PhasesState }): ReactNode {
  const { glyphs } = useUi();
  const { width, height } = useViewport();
  const frame = { width, height, glyphs };
  const isDrawn = useDrawnScreen(() => screenOf(store.getState()));
  const sizeOf = (now: PhasesState) =>
    now.panel === 'help' ? helpSize(now, frame, effects) : phasesLayout(now, frame).size;
  const palette = usePalette();
  const screenBindings = (now: PhasesState) => phasesBindings(now, sizeOf(now), effects);
  const isAsking = ({ question, asking }: PhasesState) => question !== null || asking !== null;
  const bindings = (now: PhasesState) =>
    isAsking(now) ? screenBindings(now) : palette.keys(screenBindings(now));
  const isTyped = state.question !== null && !isYesOrNo(state.question);
  useKeys({
    isActive: !isTyped,
    isDrawn,
    bindings() {
      const now = store.getState();
      effects.dispatch({ type: 'touch', at: now.now });
      return bindings(now);
    },
    onRefused: (text) => effects.dispatch({ type: 'notice', text: `Not now: ${text}` }),
    otherwise(stroke) {
      if (palette.isOpen() && !isAsking(store.getState())) palette.type({ type: 'key', stroke });
      else if (store.getState().asking !== null) effects.dispatch({ type: 'asking', what: null });
    },
  });
  return (
    <Screen>
      {() => {
        if (palette.state !== null && !isAsking(state)) {
          const head = headLines(state, frame).slice(0, height > 8 ? 2 : 0);
          const shown = { palette, head, bindings: screenBindings(state) };
          return <PaletteOverlay {...shown} width={width} height={height - 1} />;
        }
        if (state.panel === 'help') {
          const list = { ...state, panel: 'list' as const };
          const shown = { bindings: bindings(list), closing: bindings(state) };
          return (
            <HelpOverlay {...shown} scrolled={state.scrolled} width={width} height={height - 1} />
          );
        }
        return (
          <Box flexDirection="column">
            <Lines lines={phasesLayout(state, frame).lines} />
            {isTyped ? (
              <Box>
                <StyledLine line={line(['key', `${glyphs.pointer} `])} />
                <TextInput
                  width={width - 2}
                  isShown={isDrawn}
                  onSubmit={effects.answer}
                  otherwise={(key) => {
                    if (key === 'ctrl+c') effects.interrupt();
                    // No answer is no consent.
                    if (key === 'esc') effects.answer('');
                  }}
                />
              </Box>
            ) : (
              <Footer bindings={bindings(state)} width={width} />
            )}
          </Box>
        );
      }}
    </Screen>
  );
}

/** The thing that keys answer. */
function screenOf({ question, asking, result, panel }: PhasesState): string {
  return JSON.stringify([question, asking, result !== null, panel === 'help']);
}
