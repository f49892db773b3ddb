import type { Errands } from '../../../src/core/wizard/errands.ts';
import { driveWizard } from '../../../src/screens/gallery/sample/drive-wizard.ts';
import { typeInto } from '../../../src/screens/wizard/engine/keys.ts';
import type { LastAnswers } from '../../../src/screens/wizard/engine/preferences.ts';
import type { BodySize, Wizard, WizardContext } from '../../../src/screens/wizard/engine/step.ts';
import type { WizardSlices, WizardState } from '../../../src/screens/wizard/steps.ts';
import { type FakeSession, fakeSession } from './support.ts';

export interface Driven {
  readonly wizard: Wizard<WizardSlices>;
  readonly context: WizardContext<WizardSlices>;
  readonly session: FakeSession;
  state(): WizardState;
  /** Types letters, or presses a key by its name. */
  type(text: string): void;
  key(...names: readonly string[]): void;
  paste(text: string): void;
  /** Resolves once the state is as wanted. */
  until(wanted: (state: WizardState) => boolean): Promise<void>;
}

/** The wizard with its keys, and nothing drawn. */
export function drive(
  options: {
    session?: FakeSession;
    environment?: Readonly<Record<string, string>>;
    last?: LastAnswers;
    size?: BodySize;
    errands?: Partial<Errands>;
  } = {},
): Driven {
  const { session = fakeSession(), size = { width: 79, height: 18 }, ...rest } = options;
  const driven = driveWizard({ environment: {}, ...rest, session, size });
  const { wizard } = driven;
  const { context } = wizard;
  return {
    ...driven,
    ...{ context, session, state: context.store.getState },
    paste: (text) => typeInto(wizard, { type: 'paste', text }),
  };
}

export const credentials = {
  SRC_USERNAME: 'jane@example.com',
  SRC_API_TOKEN: 'token',
  DST_TOKEN: 'token',
};

/** As far as a step, the short way. */
export async function driveTo(
  step: 'credentials' | 'discovery' | 'selection' | 'options' | 'review' | 'confirmation',
  options: Parameters<typeof drive>[0] = {},
): Promise<Driven> {
  const driven = drive({ environment: credentials, ...options });
  driven.context.enter('credentials');
  if (step === 'credentials') return driven;
  await driven.until(({ credentials: { source, target } }) => {
    return source.status === 'done' && target.status === 'done';
  });
  driven.key('enter');
  if (step === 'discovery') return driven;
  driven.key('enter');
  await driven.until((state) => state.step === 'selection');
  if (step === 'selection') return driven;
  driven.key('enter');
  if (step === 'options') return driven;
  driven.key('enter');
  await driven.until(({ review }) => review.task.status === 'done');
  if (step === 'confirmation') driven.key('enter');
  return driven;
}
