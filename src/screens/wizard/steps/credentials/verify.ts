import type { WizardContext } from '../../engine/step.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { type CredentialsSlice, isComplete, type Side, typedCredentials } from './state.ts';

export type CredentialsContext = WizardContext<CredentialsSlice & WelcomeSlice>;

/** Asks the hosts about all credentials that are complete and were not verified yet. */
export function verify({ store, session, tasks, dropLater }: CredentialsContext): void {
  const { credentials } = store.getState();
  const sides: readonly Side[] = ['source', 'target'];
  const complete = sides.filter((side) => isComplete(credentials, side));
  // What is still running was asked with other credentials: it starts over with these.
  const open = complete.filter((side) => credentials[side].status !== 'done');
  if (open.every((side) => credentials[side].status === 'running')) return;
  session.setCredentials(typedCredentials(credentials));
  if (open.includes('source')) {
    // Another account may see other repositories.
    dropLater('credentials');
    tasks.run('source', session.verifySource, (task) => {
      store.dispatch({ type: 'credentials', action: { type: 'source', task } });
    });
  }
  if (open.includes('target')) {
    tasks.run('target', session.verifyTarget, (task) => {
      store.dispatch({ type: 'credentials', action: { type: 'target', task } });
    });
  }
}
