import { Box, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import type { WizardOutcome } from '../../../core/wizard/outcome.ts';
import { Busy } from '../../../ui/components/busy.tsx';
import { Footer } from '../../../ui/components/footer.tsx';
import { HelpOverlay } from '../../../ui/components/help-overlay.tsx';
import { Lines } from '../../../ui/components/lines.tsx';
import { Screen } from '../../../ui/components/screen.tsx';
import { StyledLine } from '../../../ui/components/styled-line.tsx';
import { useClock } from '../../../ui/hooks/use-clock.tsx';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { useStore } from '../../../ui/hooks/use-store.ts';
import { useRoom } from '../../../ui/hooks/use-viewport.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import { cutLine, type Line, line, lineWidth } from '../../../ui/text/line.ts';
import { useUi } from '../../../ui/theme/ui-context.tsx';
import { bodyLines, busyText, titleOf } from '../engine/body.ts';
import { pasteInto, screenKeys, typeInto } from '../engine/keys.ts';
import type { WizardState } from '../engine/state.ts';
import type { BodySize, Hands } from '../engine/step.ts';
import { Confirmation } from '../steps/confirmation/view.tsx';
import { Leaving } from '../steps/leaving/view.tsx';
import { Welcome } from '../steps/welcome/view.tsx';

/** From welcome to confirmation, a screen at a time; nothing is left of it when it has ended. */
export function Wizard(props: {
  hands: Hands;
  onShown: () => void;
  onEnded: (outcome: WizardOutcome) => void;
}): ReactNode {
  const { hands, onShown, onEnded } = props;
  const state = useStore(hands.store);
  const { outcome } = state;
  useEffect(() => onShown(), [onShown]);
  useEffect(() => {
    if (outcome !== null) onEnded(outcome);
  }, [outcome, onEnded]);
  return outcome === null ? <Live hands={hands} state={state} /> : null;
}

function Live({ hands, state }: { hands: Hands; state: WizardState }): ReactNode {
  const size = bodySize(useRoom());
  const { store } = hands;
  useClock({
    interval: 1000,
    isActive: state.waiting !== null,
    onTick: (now) => store.dispatch({ type: 'tick', now }),
  });
  useKeys({
    bindings() {
      if (store.getState().notice !== null) store.dispatch({ type: 'notice', text: null });
      return screenKeys(hands, size);
    },
    onRefused: (text) => store.dispatch({ type: 'notice', text: `Not now: ${text}` }),
    otherwise: (stroke) => typeInto(hands, stroke),
  });
  usePaste((text) => pasteInto(hands, text));
  return (
    <Screen>
      {({ width, height }) => (
        <Box flexDirection="column">
          <Title state={state} width={width} />
          {hasGap(height) ? <StyledLine line={[]} /> : null}
          {state.hasHelp ? (
            <Help hands={hands} size={size} />
          ) : (
            <Body hands={hands} state={state} size={size} />
          )}
          <Status state={state} width={width} />
          <Footer bindings={screenKeys(hands, size)} width={width} />
        </Box>
      )}
    </Screen>
  );
}

/** Title, status and footer stand around the body, and an empty row where there is room for it. */
function bodySize({ width, height }: BodySize): BodySize {
  return { width, height: Math.max(1, height - (hasGap(height) ? 4 : 3)) };
}

function hasGap(height: number): boolean {
  return height > 14;
}

function Title({ state, width }: { state: WizardState; width: number }): ReactNode {
  const { glyphs } = useUi();
  const { title, place } = titleOf(state);
  const left = line(['title', title]);
  const space = width - lineWidth(left) - place.length;
  const whole = space < 2 ? left : line(...left, ' '.repeat(space), ['quiet', place]);
  return <StyledLine line={cutLine(whole, width, glyphs.ellipsis)} />;
}

function Body(props: { hands: Hands; state: WizardState; size: BodySize }): ReactNode {
  const { glyphs } = useUi();
  const { state, size } = props;
  const body = (() => {
    if (state.isLeaving) return <Leaving {...props} />;
    if (state.step === 'welcome') return <Welcome {...props} />;
    if (state.step === 'confirmation') return <Confirmation {...props} />;
    return <Lines lines={bodyLines(state, { ...size, glyphs })} />;
  })();
  return (
    <Box flexDirection="column" maxHeight={size.height} overflow="hidden">
      {body}
    </Box>
  );
}

function Help({ hands, size }: { hands: Hands; size: BodySize }): ReactNode {
  const { store } = hands;
  const without = {
    ...hands,
    store: { ...store, getState: () => ({ ...store.getState(), hasHelp: false }) },
  };
  const bindings: readonly Binding[] = screenKeys(without, size);
  return <HelpOverlay title="Keys" bindings={bindings} {...size} />;
}

/** What goes on, or what the last key could not do. */
function Status({ state, width }: { state: WizardState; width: number }): ReactNode {
  const { glyphs } = useUi();
  const busy = busyText(state);
  if (state.notice !== null) {
    const text: Line = line(['warning', `${glyphs.warning} ${state.notice}`]);
    return <StyledLine line={cutLine(text, width, glyphs.ellipsis)} />;
  }
  return busy === null ? <StyledLine line={[]} /> : <Busy what={`${busy}${waitText(state)}`} />;
}

function waitText({ waiting }: WizardState): string {
  if (waiting === null) return '';
  const time = new Date(waiting.until).toTimeString().slice(0, 5);
  return `; ${waiting.host} lets us wait until ${time}`;
}
