import { assertNever } from '../../../../core/kernel/assert-never.ts';
import type { WizardContext } from '../../engine/step.ts';
import type { DoctorSlice } from '../doctor/state.ts';
import type { WelcomeSlice } from './state.ts';

export type WelcomeChoice =
  | { readonly kind: 'new' }
  | { readonly kind: 'resume'; readonly id: string }
  | { readonly kind: 'watch'; readonly id: string }
  | { readonly kind: 'secrets' }
  | { readonly kind: 'doctor' }
  | { readonly kind: 'license' }
  | { readonly kind: 'leave' };

export type WelcomeKnown = WelcomeSlice & DoctorSlice;

/** Starts what was selected: the path, the doctor, or what comes after the wizard. */
export function choose(context: WizardContext<WelcomeKnown>, choice: WelcomeChoice): void {
  const { store, enter, forward, end } = context;
  const begin = (resuming: string | null) => {
    store.dispatch({ type: 'welcome', action: { type: 'resume', id: resuming } });
    forward('welcome');
  };
  const forPurpose = (purpose: 'migration' | 'secrets') => {
    store.dispatch({ type: 'welcome', action: { type: 'purpose', purpose } });
    begin(null);
  };
  switch (choice.kind) {
    case 'new':
      forPurpose('migration');
      return;
    case 'secrets':
      forPurpose('secrets');
      return;
    case 'resume':
      begin(choice.id);
      return;
    case 'doctor':
      enter('doctor');
      return;
    case 'license':
      end({ kind: 'license' });
      return;
    case 'watch':
      end({ kind: 'watch', id: choice.id });
      return;
    case 'leave':
      end({ kind: 'left', saved: null });
      return;
    default:
      assertNever(choice);
  }
}
