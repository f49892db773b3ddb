import type { Errands } from '../../../core/wizard/errands.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import { press } from '../../../ui/keys/keymap.ts';
import type { Keystroke } from '../../../ui/keys/keystrokes.ts';
import { glyphsOf } from '../../../ui/theme/glyphs.ts';
import { createWizard } from '../../wizard/engine/create-wizard.ts';
import { screenKeys, typeInto } from '../../wizard/engine/keys.ts';
import { type LastAnswers, memoryPreferences } from '../../wizard/engine/preferences.ts';
import { type BodySize, shownStep, type Wizard } from '../../wizard/engine/step.ts';
import { migrationWizard, type WizardSlices, type WizardState } from '../../wizard/steps.ts';

/** Errands that ask nothing. */
export const noErrands: Errands = {
  secrets: { run: async () => 0 },
  license: { run: async () => 0 },
};

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
  readonly errands?: Partial<Errands>;
  /** Left out: nothing is remembered. */
  readonly last?: LastAnswers | undefined;
}): DrivenWizard {
  const { session, size, environment = credentials, last } = options;
  const wizard = createWizard(migrationWizard, {
    ...{ environment, isDemo: false, config: undefined },
    errands: { ...noErrands, ...options.errands },
    session: () => session,
    preferences: memoryPreferences(last),
  });
  const { store } = wizard.context;
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
      for (const one of strokes(text)) stroke(one);
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

/** A text as single keys; `\r` is Enter. Pure. */
export function strokes(text: string): readonly Keystroke[] {
  return [...text].map((character) => {
    if (character === '\r') return { key: 'enter', text: '' };
    return { key: character === ' ' ? 'space' : character, text: character };
  });
}
