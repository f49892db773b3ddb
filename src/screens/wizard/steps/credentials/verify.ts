import type { WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import { asksMore, outcomeOf, type WelcomeSlice } from '../welcome/state.ts';
import type { Side } from './fields.ts';
import type { CredentialsAction, CredentialsSlice } from './state.ts';
import { isComplete, selectedCredentials, targetHostname } from './values.ts';

export type CredentialsContext = WizardContext<CredentialsSlice & WelcomeSlice>;

/** Verifies all credentials that are complete and not verified yet. */
export function verify({ store, session, tasks, dropLater }: CredentialsContext): void {
  const { credentials } = store.getState();
  const act = (action: CredentialsAction) => store.dispatch({ type: 'credentials', action });
  const sides: readonly Side[] = ['source', 'target'];
  const complete = sides.filter((side) => isComplete(credentials, side));
  // A running check has other credentials: it starts over with these.
  const open = complete.filter((side) => credentials[side].status !== 'done');
  if (open.every((side) => credentials[side].status === 'running')) return;
  session.setCredentials(selectedCredentials(credentials));
  if (open.includes('source')) {
    // Another account may read other repositories.
    dropLater('credentials');
    tasks.run('source', session.verifySource, (task) => act({ type: 'source', task }));
  }
  if (open.includes('target')) {
    tasks.run('target', session.verifyTarget, (task) => act({ type: 'target', task }));
  }
}

/** Goes on with both sides verified. */
export function proceed({ store, forward, end }: CredentialsContext): void {
  const { resuming } = store.getState().welcome;
  if (resuming === null || asksMore(resuming)) forward('credentials');
  else end(outcomeOf(resuming));
}

/** After a yes: takes the token that gh keeps for the target. */
export function takeGhToken(context: CredentialsContext): void {
  const { store, session, tasks } = context;
  const act = (action: CredentialsAction) => store.dispatch({ type: 'credentials', action });
  const hostname = targetHostname(store.getState().credentials);
  if (hostname === null) return;
  tasks.run(
    'gh',
    (signal) => session.ghToken({ hostname, signal }),
    (task) => {
      if (task.status !== 'done') return act({ type: 'gh', task });
      act({ type: 'gh-token', hostname, token: task.value });
      verify(context);
    },
  );
}

export function stopGh({ store, tasks }: CredentialsContext): void {
  tasks.stop('gh');
  store.dispatch({ type: 'credentials', action: { type: 'gh', task: idle } });
}
