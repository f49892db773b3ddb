import type { Errands } from '../../../core/wizard/errands.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import { press } from '../../../ui/keys/keymap.ts';
import type { Keystroke } from '../../../ui/keys/keystrokes.ts';
import { glyphsOf } from '../../../ui/theme/glyphs.ts';
import { createWizard, start } from '../../wizard/engine/create-wizard.ts';
import { screenKeys, typeInto } from '../../wizard/engine/keys.ts';
import { memoryPreferences } from '../../wizard/engine/preferences.ts';
import { type BodySize, shownStep, type Wizard } from '../../wizard/engine/step.ts';
import { migrationWizard, type WizardSlices, type WizardState } from '../../wizard/steps.ts';

const errands: Errands = { secrets: { run: async () => 0 }, license: { run: async () => 0 } };

const credentials = {
  SRC_USERNAME: 'robin@acme.example',
  SRC_API_TOKEN: 'example',
  DST_TOKEN: 'example',
} as const;

/** A wizard that keys go into, and that nothing draws. */
export interface DrivenWizard {
  readonly wizard: Wizard<WizardSlices>;
  /** Presses keys by their names: `enter`, `down`, `ctrl+r`. */
  key(...names: readonly string[]): void;
  /** Chooses an entry of the menu that is shown, counted from 0. */
  choose(entry: number): void;
  /** Types letters. */
  type(text: string): void;
  /** Resolves once the state is as wanted. */
  until(wanted: (state: WizardState) => boolean): Promise<void>;
}

/** Opens the wizard with hosts that answer from memory, at its first step. */
export function driveWizard(options: {
  readonly session: WizardSession;
  readonly size: BodySize;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isDemo?: boolean;
}): DrivenWizard {
  const { session, size, environment = credentials, isDemo = false } = options;
  const wizard = createWizard(migrationWizard, {
    ...{ errands, environment, isDemo, config: undefined },
    session: () => session,
    preferences: memoryPreferences(),
  });
  const { store } = wizard.context;
  start(wizard);
  const stroke = (one: Keystroke) => {
    if (press(screenKeys(wizard, size), one).result !== 'unbound') return;
    typeInto(wizard, { type: 'key', stroke: one });
  };
  return {
    wizard,
    key(...names) {
      for (const key of names) stroke({ key, text: '' });
    },
    choose(entry) {
      const shown = shownStep(migrationWizard, store.getState());
      const { menu = [] } = shown.body(store.getState(), { ...size, glyphs: glyphsOf({}) });
      menu[entry]?.run(wizard.context);
    },
    type(text) {
      for (const character of text) {
        stroke({ key: character === ' ' ? 'space' : character, text: character });
      }
    },
    until(wanted) {
      return new Promise((resolve) => {
        const look = () => {
          if (!wanted(store.getState())) return;
          stop();
          resolve();
        };
        const stop = store.subscribe(look);
        look();
      });
    },
  };
}
