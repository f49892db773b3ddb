import type { WizardOutcome } from '../../../../src/core/commands/wizard-outcome.ts';
import type { Errands } from '../../../../src/core/wizard/errands.ts';
import { noErrands } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { WizardView } from '../../../../src/screens/wizard/drawing/wizard.tsx';
import { createWizard, start } from '../../../../src/screens/wizard/engine/create-wizard.ts';
import { memoryPreferences } from '../../../../src/screens/wizard/engine/preferences.ts';
import { migrationWizard, type WizardState } from '../../../../src/screens/wizard/steps.ts';
import { keys, type Rendered, renderScreen } from '../../../helpers/drawing/render.tsx';
import { credentials } from '../drive.ts';
import { type FakeSession, fakeSession } from '../support.ts';

/** The whole wizard, drawn, with hosts that answer from memory. */
export function showWizard(
  options: {
    session?: FakeSession;
    errands?: Partial<Errands>;
    environment?: Readonly<Record<string, string>>;
    columns?: number;
    rows?: number;
    isDemo?: boolean;
    /** Called with every state, before it is drawn. */
    onState?: (state: WizardState) => void;
  } = {},
): Rendered<WizardOutcome> {
  const { session = fakeSession(), environment = credentials, ...more } = options;
  const { errands, isDemo = false, onState, ...size } = more;
  const wizard = createWizard(migrationWizard, {
    errands: { ...noErrands, ...errands },
    session: () => session,
    preferences: memoryPreferences(),
    environment,
    config: undefined,
    isDemo,
  });
  const { store } = wizard.context;
  if (onState !== undefined) store.subscribe(() => onState(store.getState()));
  return renderScreen<WizardOutcome>({
    ...size,
    screen: (end) => <WizardView wizard={wizard} onShown={() => start(wizard)} onEnded={end} />,
  });
}

/** Presses Enter up to the list of repositories. */
export async function toSelection(rendered: Rendered<WizardOutcome>): Promise<void> {
  await rendered.until('New migration');
  rendered.press(keys.enter);
  await rendered.until('⏎ continue');
  rendered.press(keys.enter);
  await rendered.until('Workspace');
  rendered.press(keys.enter);
  await rendered.until('selected');
}

/** Presses Enter up to the options. */
export async function toOptions(rendered: Rendered<WizardOutcome>): Promise<void> {
  await toSelection(rendered);
  rendered.press(keys.enter);
  await rendered.until('acme-gh');
}

/** Presses Enter up to the review, whose dry run is done. */
export async function toReview(rendered: Rendered<WizardOutcome>): Promise<void> {
  await toOptions(rendered);
  rendered.press(keys.enter);
  await rendered.until('Ready: 3 repositories');
}

/** Presses Enter up to the screen after the review. @param title of that screen */
export async function leaveReview(rendered: Rendered<WizardOutcome>, title: string): Promise<void> {
  await toReview(rendered);
  rendered.press(keys.enter);
  await rendered.until(title);
}
