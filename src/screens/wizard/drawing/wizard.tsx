import { Box, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import type { WizardOutcome } from '../../../core/commands/wizard-outcome.ts';
import { formatClock } from '../../../core/kernel/format/format.ts';
import { Busy } from '../../../ui/components/busy.tsx';
import { Footer } from '../../../ui/components/key-help.tsx';
import { Lines, StyledLine } from '../../../ui/components/lines.tsx';
import { Screen } from '../../../ui/components/screen.tsx';
import { useClock } from '../../../ui/hooks/use-clock.tsx';
import { useDrawnScreen } from '../../../ui/hooks/use-drawn-screen.ts';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { useStore } from '../../../ui/hooks/use-store.ts';
import { useViewport } from '../../../ui/hooks/use-viewport.ts';
import { runTui } from '../../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../../ui/terminal/tui-options.ts';
import { cutLine, type Line, line, lineWidth } from '../../../ui/text/line.ts';
import { windowOf } from '../../../ui/text/view-window.ts';
import { useUi } from '../../../ui/theme/ui-context.tsx';
import { busyText, headingOf, screenOf } from '../engine/body.ts';
import { start } from '../engine/create-wizard.ts';
import { helpOf } from '../engine/help.ts';
import { screenKeys, stepKeys, typeInto } from '../engine/keys.ts';
import type { Frame, StateOf } from '../engine/state.ts';
import type { BodySize, Wizard } from '../engine/step.ts';
import { StepBody } from './step-body.tsx';

interface Shown<Known> {
  readonly wizard: Wizard<Known>;
  readonly state: StateOf<Known>;
}

/** Draws the steps until one of them ends the wizard. */
export function showWizard<Known>(
  wizard: Wizard<Known>,
  options: TuiOptions,
): Promise<WizardOutcome> {
  const onShown = () => start(wizard);
  return runTui<WizardOutcome>({
    ...options,
    screen: (end) => <WizardView wizard={wizard} onShown={onShown} onEnded={end} />,
  });
}

/** One step at a time; nothing of it stays on the terminal. */
export function WizardView<Known>(props: {
  wizard: Wizard<Known>;
  onShown: () => void;
  onEnded: (outcome: WizardOutcome) => void;
}): ReactNode {
  const { wizard, onShown, onEnded } = props;
  const state = useStore(wizard.context.store);
  const { outcome } = state;
  useEffect(() => onShown(), [onShown]);
  useEffect(() => {
    if (outcome !== null) onEnded(outcome);
  }, [outcome, onEnded]);
  return outcome === null ? <Live wizard={wizard} state={state} /> : null;
}

function Live<Known>({ wizard, state }: Shown<Known>): ReactNode {
  const size = bodySize(useViewport());
  const { store } = wizard.context;
  const isDrawn = useDrawnScreen(() => screenOf(wizard.definition, store.getState()));
  useInput(wizard, { size, isDrawn, isWaiting: state.waiting !== null });
  return (
    <Screen>
      {({ width, height }) => (
        <Box flexDirection="column">
          <Title wizard={wizard} state={state} width={width} />
          {hasGap(height) ? <StyledLine line={[]} /> : null}
          {state.hasHelp ? <Help wizard={wizard} state={state} size={size} /> : null}
          <StepBody wizard={wizard} state={state} size={size} isDrawn={isDrawn} />
          <Status wizard={wizard} state={state} width={width} />
          <Footer bindings={screenKeys(wizard, size)} width={width} />
        </Box>
      )}
    </Screen>
  );
}

function Help<Known>({ wizard, state, size }: Shown<Known> & { size: BodySize }): ReactNode {
  const { glyphs } = useUi();
  const { width, height } = size;
  const lines = helpOf(wizard, { ...size, glyphs, bindings: stepKeys(wizard, size) });
  const { ellipsis } = glyphs;
  const shown = windowOf(lines, { height, from: 0, to: 0, shift: state.scrolled, ellipsis });
  return <Lines lines={shown.map((one) => cutLine(one, width, ellipsis))} />;
}

function useInput<Known>(
  wizard: Wizard<Known>,
  { size, isDrawn, isWaiting }: { size: BodySize; isDrawn: () => boolean; isWaiting: boolean },
): void {
  const { store } = wizard.context;
  useClock({
    interval: 1000,
    isActive: isWaiting,
    onTick: (now) => store.dispatch({ type: 'tick', now }),
  });
  useKeys({
    isDrawn,
    bindings() {
      if (store.getState().notice !== null) store.dispatch({ type: 'notice', text: null });
      return screenKeys(wizard, size);
    },
    onRefused: (text) => store.dispatch({ type: 'notice', text: `Not now: ${text}` }),
    otherwise: (stroke) => typeInto(wizard, { type: 'key', stroke }),
  });
  usePaste((text) => {
    if (isDrawn()) typeInto(wizard, { type: 'paste', text });
  });
}

/** Without title, status and footer, and an empty row where there is room for it. */
export function bodySize({ width, height }: BodySize): BodySize {
  return { width, height: Math.max(1, height - (hasGap(height) ? 4 : 3)) };
}

function hasGap(height: number): boolean {
  return height > 14;
}

function Title<Known>({ wizard, state, width }: Shown<Known> & { width: number }): ReactNode {
  const { glyphs } = useUi();
  const { title, place } = headingOf(wizard.definition, state);
  const left = line(['title', title]);
  const space = width - lineWidth(left) - place.length;
  const whole = space < 2 ? left : line(...left, ' '.repeat(space), ['quiet', place]);
  return <StyledLine line={cutLine(whole, width, glyphs.ellipsis)} />;
}

/** The running task, or why the last key did nothing. */
function Status<Known>({ wizard, state, width }: Shown<Known> & { width: number }): ReactNode {
  const { glyphs } = useUi();
  const busy = busyText(wizard.definition, state);
  if (state.notice !== null) {
    const text: Line = line(['warning', `${glyphs.warning} ${state.notice}`]);
    return <StyledLine line={cutLine(text, width, glyphs.ellipsis)} />;
  }
  return busy === null ? <StyledLine line={[]} /> : <Busy what={`${busy}${waitText(state)}`} />;
}

function waitText({ waiting }: Frame): string {
  if (waiting === null) return '';
  return `; rate-limited by ${waiting.host} until ${formatClock(waiting.until)}`;
}
