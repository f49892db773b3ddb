import type { Step } from '../../engine/step.ts';
import { asBody } from '../../engine/view.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { askCredentials } from './ask.ts';
import { credentialsKeys } from './keys.ts';
import type { CredentialsState } from './model.ts';
import { type CredentialsAction, initialCredentials, reduceCredentials } from './state.ts';
import { credentialsUndo } from './undo.ts';
import { type CredentialsContext, verify } from './verify.ts';
import { credentialsView } from './view.ts';

export const credentialsStep: Step<
  'credentials',
  CredentialsState,
  CredentialsAction,
  WelcomeSlice
> = {
  name: 'credentials',
  initial: ({ environment }) => initialCredentials(environment),
  reduce: reduceCredentials,
  undo: credentialsUndo,
  input: (input) => input,
  about: () =>
    'Choose both hosts and sign in. Typed values replace values from the environment, and stay in memory.',
  title: () => 'Credentials',
  body: ({ credentials }, options) => asBody(credentialsView(credentials, options)),
  keys: credentialsKeys,
  ask: askCredentials,
  busy({ credentials: { source, target, ghTask } }) {
    if (ghTask !== 'asking' && ghTask.status === 'running') return 'Running gh auth token';
    const isVerifying = source.status === 'running' || target.status === 'running';
    return isVerifying ? 'Checking the credentials' : null;
  },
  start({ store, session, tasks }: CredentialsContext) {
    tasks.run(
      'has-gh',
      () => session.hasGh(),
      (task) => {
        if (task.status !== 'done' || !task.value) return;
        store.dispatch({ type: 'credentials', action: { type: 'has-gh' } });
      },
    );
    tasks.run(
      'addresses',
      () => session.config(),
      (task) => {
        if (task.status !== 'done') return;
        const { value: config } = task;
        store.dispatch({ type: 'credentials', action: { type: 'config', config } });
      },
    );
  },
  enter: verify,
  leave: ({ tasks }) => tasks.stop('gh'),
};
